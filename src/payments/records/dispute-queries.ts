import type { Ctx } from '#tenancy/context/request-context.ts'

export const selectDisputes = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('disputes as d')
    .where('d.school_id', '=', school_id)
    .select(['d.id', 'd.order_id', 'd.payment_id', 'd.provider', 'd.provider_dispute_id', 'd.state'])
    .select([
      'd.amount',
      'd.held_amount',
      'd.currency',
      'd.reason',
      'd.due_at',
      'd.created_at',
      'd.closed_at',
    ])
    .select(['d.evidence_sent_at', 'd.evidence_text'])

export type DisputeRow = Awaited<ReturnType<ReturnType<typeof selectDisputes>['executeTakeFirstOrThrow']>>

export const findDisputeRow = (ctx: Ctx, id: string): Promise<DisputeRow | undefined> =>
  selectDisputes(ctx).where('d.id', '=', id).executeTakeFirst()

/** The payment of a provider's transaction, with the account that it went to. */
export const findDisputedPayment = ({ tx, school_id }: Ctx, provider: string, transaction_id: string) =>
  tx
    .selectFrom('payments as p')
    .where('p.school_id', '=', school_id)
    .where('p.provider', '=', provider)
    .where('p.transaction_id', '=', transaction_id)
    .select(['p.id', 'p.order_id', 'p.provider', 'p.amount', 'p.currency', 'p.applied_amount'])
    .select(['p.refund_reserved', 'p.quarantine_reason'])
    .executeTakeFirst()

export type DisputedPayment = NonNullable<Awaited<ReturnType<typeof findDisputedPayment>>>

export const linesOfDispute = ({ tx, school_id }: Ctx, dispute_id: string) =>
  tx
    .selectFrom('dispute_lines')
    .where('school_id', '=', school_id)
    .where('dispute_id', '=', dispute_id)
    .orderBy('line_id')
    .select(['line_id', 'amount'])
    .execute()
