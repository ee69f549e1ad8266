import { sql } from 'kysely'
import { describeUploads, mediaUrl, type Upload } from '#uploads/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { orderNumber } from '../orders/order-views.ts'
import { liveStates } from '../records/attempt-queries.ts'

export type TransferState = 'waiting' | 'submitted' | 'declined' | 'approved'

/** Transfers with their attempts. */
export const selectTransfers = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('bank_transfers as t')
    .innerJoin('payment_attempts as a', (on) =>
      on.onRef('a.school_id', '=', 't.school_id').onRef('a.id', '=', 't.id'),
    )
    .where('t.school_id', '=', school_id)
    .select(['t.id', 't.order_id', 't.buyer_id', 't.proof_upload_id', 't.claimed_amount', 't.sender_name'])
    .select(['t.submitted_at', 't.decline_reason', 't.decided_at', 't.created_at'])
    .select([sql<TransferState>`t.state`.as('state'), sql<string | null>`t.paid_on::text`.as('paid_on')])
    .select(['a.amount', 'a.currency', 'a.expires_at', 'a.state as attempt_state'])

export type TransferRow = Awaited<ReturnType<ReturnType<typeof selectTransfers>['executeTakeFirstOrThrow']>>

export const findTransfer = (ctx: Ctx, id: string): Promise<TransferRow | undefined> =>
  selectTransfers(ctx).where('t.id', '=', id).executeTakeFirst()

export const latestTransfer = (ctx: Ctx, order_id: string): Promise<TransferRow | undefined> =>
  selectTransfers(ctx)
    .where('t.order_id', '=', order_id)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const updateTransfer = (
  { tx, school_id }: Ctx,
  id: string,
  changes: Partial<{
    state: TransferState
    proof_upload_id: string
    claimed_amount: number
    paid_on: string
    sender_name: string
    submitted_at: Date
    decline_reason: string | null
    decided_by: string | null
    decided_at: Date
  }>,
) =>
  tx
    .updateTable('bank_transfers')
    .set(changes)
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()

/** Whether no proof arrived in time, or the buyer chose another way to pay. */
export const hasExpired = ({ state, attempt_state }: Pick<TransferRow, 'state' | 'attempt_state'>): boolean =>
  (state === 'waiting' || state === 'declined') && !(liveStates as readonly string[]).includes(attempt_state)

type ProofFile = Pick<Upload, 'file_name' | 'content_type'> | undefined

/** Transfers as their buyers and staff see them; the links to the files are the caller's. */
export async function transferViews(ctx: Ctx, rows: readonly TransferRow[]) {
  const files = await describeUploads(
    ctx,
    rows.flatMap(({ proof_upload_id }) => proof_upload_id ?? []),
  )
  return rows.map((row) => transferView(ctx, row, files.get(row.proof_upload_id ?? '')))
}

function transferView(ctx: Ctx, row: TransferRow, file: ProofFile) {
  const { id, order_id, amount, currency, expires_at, created_at, decline_reason } = row
  return {
    id,
    order_id,
    reference: orderNumber(order_id),
    state: hasExpired(row) ? ('expired' as const) : row.state,
    amount,
    currency,
    expires_at,
    created_at,
    decline_reason,
    proof: proofView(ctx, row, file),
  }
}

function proofView(ctx: Ctx, row: TransferRow, file: ProofFile) {
  const { claimed_amount, paid_on, sender_name, submitted_at, proof_upload_id } = row
  if (claimed_amount === null || paid_on === null || sender_name === null || submitted_at === null)
    return null
  const file_name = file?.file_name ?? ''
  return {
    url:
      file && proof_upload_id
        ? mediaUrl(ctx, proof_upload_id, { user_id: ctx.actor.id!, file_name: file_name || 'file' })
        : null,
    file_name,
    is_image: file?.content_type?.startsWith('image/') ?? false,
    amount: claimed_amount,
    paid_on,
    sender_name,
    submitted_at,
  }
}
