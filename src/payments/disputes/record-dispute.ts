import { sql } from 'kysely'
import { restoreEntitlements, revokeEntitlements } from '#course-access/index.ts'
import { closePaidEnrolment } from '#learning/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'
import { findPostings, postJournals } from '../ledger/post-journals.ts'
import { refundedCommission, reversed, type Posting } from '../ledger/postings.ts'
import { addAttention, removeAttention } from '../orders/attention.ts'
import { lockOrder, selectLines, updateOrder, type OrderRow } from '../orders/order-queries.ts'
import { orderStatus } from '../orders/order-state.ts'
import type { DisputeFound } from '../providers/provider.ts'
import { reserve } from '../records/insert-refund.ts'
import { coveredLines } from '../refunds/refund-amounts.ts'
import { closeSeats, reopenSeats } from '../seats/open-seats.ts'
import { getPaymentSettings } from '../settings/payment-settings.ts'
import { disputeChanged, type DisputeChange } from './dispute-changed.ts'
import { disputeFeePostings, heldPostings, lostPostings } from './dispute-postings.ts'
import {
  linesOfDispute,
  selectDisputes,
  type DisputedPayment,
  type DisputeRow,
} from '../records/dispute-queries.ts'

export type ReportedDispute = Omit<DisputeFound, 'transaction_id' | 'reference'>

/**
 * Records what is known of a dispute. A new one sets the money aside; a decision releases it, or posts the loss and ends access.
 * Every step happens once, however often it is reported. Returns the dispute's id.
 */
export async function recordDispute(
  ctx: Ctx,
  { id: payment_id, order_id }: Pick<DisputedPayment, 'id' | 'order_id'>,
  found: ReportedDispute,
): Promise<string> {
  const order = await lockOrder(ctx, order_id)
  const stored = await findStored(ctx, payment_id, found.provider_dispute_id)
  const dispute = stored ?? (await open(ctx, order, { payment_id, found }))
  if (stored && (stored.due_at?.getTime() ?? null) !== (found.due_at?.getTime() ?? null))
    await updateDispute(ctx, stored.id, { due_at: found.due_at })
  // The first decision counts: providers report it several times.
  if (dispute.state !== 'open' || found.state === 'open') return dispute.id
  const now = await lockOrder(ctx, order_id)
  // Before the loss counts as refunded.
  const disputed = await commissionedLines(ctx, dispute)
  await (found.state === 'won' ? release(ctx, now, dispute) : lose(ctx, now, dispute))
  const lines = await linesOfDispute(ctx, dispute.id)
  await postJournals(ctx, sourceOf(dispute, lines), [
    { kind: 'dispute_fee', postings: disputeFeePostings(found.fee?.minor ?? 0) },
  ])
  await updateDispute(ctx, dispute.id, { state: found.state, closed_at: ctx.now })
  await removeAttention(ctx, [order_id], 'dispute_open')
  await report(ctx, { ...dispute, state: found.state }, disputed)
  return dispute.id
}

const findStored = (ctx: Ctx, payment_id: string, provider_dispute_id: string) =>
  selectDisputes(ctx)
    .where('d.payment_id', '=', payment_id)
    .where('d.provider_dispute_id', '=', provider_dispute_id)
    .executeTakeFirst()

type DisputeLines = Awaited<ReturnType<typeof linesOfDispute>>

const sourceOf = ({ id, currency, payment_id }: DisputeRow, lines: DisputeLines) =>
  ({ source_type: 'dispute', source_id: id, currency, payment_id, lines }) as const

/** Sets the disputed money aside, so that it is neither refunded nor paid out. */
async function open(
  ctx: Ctx,
  order: OrderRow,
  { payment_id, found }: { payment_id: string; found: ReportedDispute },
): Promise<DisputeRow> {
  const payment = await lockPayment(ctx, payment_id)
  // A bank may dispute in its own currency; our books know the payment's.
  const amount = found.amount.currency === payment.currency ? found.amount.minor : payment.amount
  const held = Math.min(amount, payment.amount - payment.refund_reserved)
  const stored = await selectLines(ctx, [order.id]).execute()
  const lines = payment.applied_amount > 0 ? (coveredLines(stored, held) ?? []) : []
  const id = await insertDispute(ctx, payment, { found, amount, held, lines })
  await changeReserved(ctx, payment_id, held)
  await reserve(ctx, { order_id: order.id, lines, sign: 1 })
  const dispute = await selectDisputes(ctx).where('d.id', '=', id).executeTakeFirstOrThrow()
  await postJournals(ctx, sourceOf(dispute, lines), [
    { kind: 'dispute_opened', postings: openedPostings(order, payment, { amount, held }) },
  ])
  const { dispute_access } = await getPaymentSettings(ctx)
  if (dispute_access === 'close')
    for (const { line_id } of lines) {
      await closeSeats(ctx, line_id, 'disputed')
      await revokeEntitlements(ctx, line_id, 'dispute')
    }
  await addAttention(ctx, order.id, 'dispute_open')
  await report(ctx, dispute, await commissionedLines(ctx, dispute))
  return dispute
}

interface NewDispute {
  found: ReportedDispute
  amount: number
  held: number
  lines: readonly { line_id: string; amount: number }[]
}

async function insertDispute(
  { tx, school_id, now }: Ctx,
  payment: DisputedPayment,
  { found, amount, held, lines }: NewDispute,
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('disputes')
    .values({
      school_id,
      id,
      order_id: payment.order_id,
      payment_id: payment.id,
      provider: payment.provider,
      provider_dispute_id: found.provider_dispute_id,
      state: 'open',
      amount,
      held_amount: held,
      currency: payment.currency,
      reason: found.reason.slice(0, 200),
      due_at: found.due_at,
      created_at: now,
      updated_at: now,
    })
    .execute()
  if (lines.length > 0)
    await tx
      .insertInto('dispute_lines')
      .values(lines.map((line) => ({ school_id, dispute_id: id, ...line })))
      .execute()
  return id
}

function openedPostings(
  order: OrderRow,
  payment: DisputedPayment,
  { amount, held }: { amount: number; held: number },
): Posting[] {
  // Quarantined money is in no account.
  if (payment.quarantine_reason) return []
  const { total, tax, platform_share, reseller_share, refund_reserved: taken } = order
  const isSold = order.paid_at !== null && payment.applied_amount > 0
  return heldPostings({
    currency: payment.currency,
    amount,
    held,
    sale: isSold ? { total, tax, platform_share, reseller_share, taken } : null,
  })
}

async function release(ctx: Ctx, order: OrderRow, dispute: DisputeRow) {
  const lines = await linesOfDispute(ctx, dispute.id)
  await postReversal(ctx, dispute, lines)
  await changeReserved(ctx, dispute.payment_id, -dispute.held_amount)
  await reserve(ctx, { order_id: order.id, lines, sign: -1 })
  for (const { line_id } of lines) {
    await reopenSeats(ctx, line_id, 'disputed')
    await restoreEntitlements(ctx, line_id, 'dispute')
  }
}

async function postReversal(ctx: Ctx, dispute: DisputeRow, lines: DisputeLines) {
  const opened = await findPostings(ctx, { ...sourceOf(dispute, lines), kind: 'dispute_opened' })
  if (opened)
    await postJournals(ctx, sourceOf(dispute, lines), [{ kind: 'dispute_won', postings: reversed(opened) }])
}

/** The money is gone: the order counts as refunded, and access to what it paid for ends. */
async function lose(ctx: Ctx, order: OrderRow, dispute: DisputeRow) {
  const { tx, school_id } = ctx
  const lines = await linesOfDispute(ctx, dispute.id)
  const source = sourceOf(dispute, lines)
  const isPosted = await findPostings(ctx, { ...source, kind: 'dispute_opened' })
  if (isPosted)
    await postJournals(ctx, source, [{ kind: 'dispute_lost', postings: lostPostings(dispute.amount) }])
  const lost = lines.reduce((sum, { amount }) => sum + amount, 0)
  const refunded_amount = order.refunded_amount + lost
  if (lost > 0)
    await updateOrder(ctx, order.id, { refunded_amount, status: orderStatus({ ...order, refunded_amount }) })
  for (const { line_id, amount } of lines) {
    await tx
      .updateTable('order_lines')
      .set({ refunded_amount: sql`refunded_amount + ${amount}` })
      .where('school_id', '=', school_id)
      .where('id', '=', line_id)
      .execute()
    await closeSeats(ctx, line_id, 'disputed')
    // Those that the open dispute had closed end like the others.
    await restoreEntitlements(ctx, line_id, 'dispute')
    for (const { user_id, course_id } of await revokeEntitlements(ctx, line_id, 'dispute'))
      await closePaidEnrolment(ctx, { course_id, student_id: user_id })
  }
}

const lockPayment = ({ tx, school_id }: Ctx, id: string): Promise<DisputedPayment> =>
  tx
    .selectFrom('payments')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select(['id', 'order_id', 'provider', 'amount', 'currency', 'applied_amount', 'refund_reserved'])
    .select('quarantine_reason')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

const changeReserved = ({ tx, school_id }: Ctx, payment_id: string, change: number) =>
  tx
    .updateTable('payments')
    .set({ refund_reserved: sql`refund_reserved + ${change}` })
    .where('school_id', '=', school_id)
    .where('id', '=', payment_id)
    .execute()

export const updateDispute = (
  { tx, school_id, now }: Ctx,
  id: string,
  changes: Partial<{
    state: string
    due_at: Date | null
    closed_at: Date
    evidence_sent_at: Date
    evidence_text: string
  }>,
) =>
  tx
    .updateTable('disputes')
    .set({ ...changes, updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()

/** The parts of a dispute, each with what an affiliate earned of it. */
async function commissionedLines(ctx: Ctx, { id, order_id, currency }: DisputeRow) {
  const stored = await selectLines(ctx, [order_id]).execute()
  return (await linesOfDispute(ctx, id)).map(({ line_id, amount }) => ({
    line_id,
    amount,
    commission: refundedCommission(
      stored.find((line) => line.id === line_id)!,
      amount,
      currency,
    ),
  }))
}

async function report(
  ctx: Ctx,
  { id, order_id, state, amount, currency, due_at }: DisputeRow,
  lines: DisputeChange['lines'],
) {
  const change = { amount, currency }
  // A check constraint limits the state.
  const reported = state as 'open' | 'won' | 'lost'
  if (reported === 'open') await ctx.audit('order.disputed', ['order', order_id], change)
  if (reported === 'won') await ctx.audit('order.dispute_won', ['order', order_id], change)
  if (reported === 'lost') await ctx.audit('order.dispute_lost', ['order', order_id], change)
  const changed = { dispute_id: id, order_id, state: reported, amount, currency, due_at, lines }
  await ctx.emit(disputeChanged, changed)
}
