import type { Ctx } from '#tenancy/context/request-context.ts'

/** Quarantined payments of all schools: no policy limits them, so that every caller names a school or shows them to the platform. */
export const selectQuarantined = ({ tx }: Pick<Ctx, 'tx'>) =>
  tx
    .selectFrom('quarantined_payments as q')
    .select([
      'q.id',
      'q.school_id',
      'q.order_id',
      'q.provider',
      'q.payment_account_id',
      'q.reason',
      'q.method',
    ])
    .select(['q.transaction_id', 'q.expected_reference', 'q.expected_amount', 'q.expected_currency'])
    .select(['q.expected_mode', 'q.found_reference', 'q.found_amount', 'q.found_currency', 'q.found_mode'])
    .select(['q.paid_at', 'q.state', 'q.explanation', 'q.decided_at', 'q.created_at'])

export type QuarantinedRow = Awaited<
  ReturnType<ReturnType<typeof selectQuarantined>['executeTakeFirstOrThrow']>
>

/** Those of one order of the school, the oldest first. */
export const quarantinedOfOrder = (ctx: Pick<Ctx, 'tx' | 'school_id'>, order_id: string) =>
  selectQuarantined(ctx)
    .where('q.school_id', '=', ctx.school_id)
    .where('q.order_id', '=', order_id)
    .orderBy('q.created_at')
    .orderBy('q.id')
    .execute()

/** What people read of it: the facts of the provider beside the expected ones. Check constraints limit the texts. */
export const quarantinedView = (row: QuarantinedRow) => ({
  id: row.id,
  order_id: row.order_id,
  provider: row.provider as 'stripe' | 'paystack' | 'flutterwave',
  is_own_account: row.payment_account_id !== null,
  reason: row.reason as 'reference' | 'currency' | 'mode',
  transaction_id: row.transaction_id,
  expected: {
    reference: row.expected_reference,
    amount: Number(row.expected_amount),
    currency: row.expected_currency,
    mode: row.expected_mode as 'test' | 'live',
  },
  found: {
    reference: row.found_reference,
    amount: Number(row.found_amount),
    currency: row.found_currency,
    mode: row.found_mode as 'test' | 'live',
  },
  state: row.state as 'open' | 'accepted' | 'returned' | 'ignored',
  explanation: row.explanation,
  paid_at: row.paid_at,
  decided_at: row.decided_at,
  created_at: row.created_at,
})
