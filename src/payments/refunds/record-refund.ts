import { releaseCoupon } from '#coupons/index.ts'
import { sql } from 'kysely'
import { restoreEntitlements, revokeEntitlements } from '#course-access/index.ts'
import { reopenPaidEnrolment } from '#learning/index.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { findPostings, postJournals } from '../ledger/post-journals.ts'
import { commissionsRestored, commissionsReversed } from '../commission-events.ts'
import {
  depositRefundPostings,
  refundedCommission,
  reversed,
  saleRefundPostings,
} from '../ledger/postings.ts'
import { addAttention, removeAttention } from '../orders/attention.ts'
import { endPaidAccess } from '../orders/end-paid-access.ts'
import { lockOrder, selectLines, updateOrder, type LineRow, type OrderRow } from '../orders/order-queries.ts'
import { orderStatus } from '../orders/order-state.ts'
import { money } from '#lib/money/money.ts'
import { refundedPart } from '#lib/money/tax.ts'
import { orderRefundFailed, orderRefunded, type RefundedLine } from '../order-events.ts'
import { planPaymentRefunded, planRefundFailed } from '../plan-events.ts'
import type { RefundFound } from '../providers/provider.ts'
import { reserve, returnSeats } from '../records/insert-refund.ts'
import { closeSeats, reopenSeats } from '../seats/open-seats.ts'

type RefundFinding = Pick<RefundFound, 'state'> & { provider_refund_id: string | null }

/**
 * Records what the provider says of a refund. A success ends access to the lines that are refunded in full; a failure
 * releases the amount, and takes back an earlier success.
 */
export async function recordRefund(ctx: Ctx, refund_id: string, found: RefundFinding): Promise<void> {
  const first = ensureFound(await getRefund(ctx, refund_id))
  const order = await lockOrder(ctx, first.order_id)
  const refund = ensureFound(await getRefund(ctx, refund_id))
  const { state: before } = refund
  if (found.provider_refund_id && !refund.provider_refund_id)
    await updateRefund(ctx, refund_id, { provider_refund_id: found.provider_refund_id })
  if (before === found.state || before === 'failed') return
  // A late report of an earlier stage.
  if (before === 'succeeded' && found.state !== 'failed') return
  const lines = await linesOf(ctx, refund_id)
  if (found.state === 'succeeded') await succeed(ctx, { order, refund, lines })
  if (found.state === 'failed') await fail(ctx, { order, refund, lines })
  if (found.state === 'needs_attention') await addAttention(ctx, order.id, 'refund_needs_attention')
  await updateRefund(ctx, refund_id, { state: found.state })
}

type RefundRow = NonNullable<Awaited<ReturnType<typeof getRefund>>>

interface RefundChange {
  /** Locked. */
  order: OrderRow
  refund: RefundRow
  lines: { line_id: string; amount: number; seats: number }[]
}

const sourceOf = ({ refund: { id, currency, payment_id }, lines }: RefundChange) =>
  ({ source_type: 'refund', source_id: id, currency, payment_id, lines }) as const

async function succeed(ctx: Ctx, change: RefundChange) {
  const { order, refund } = change
  const kind = `refund_${refund.reversals}`
  // Quarantined money has no journals, so its refund has none.
  if (refund.kind === 'quarantined') return
  if (refund.kind !== 'order')
    return postJournals(ctx, sourceOf(change), [{ kind, postings: depositRefundPostings(refund.amount) }])
  const { currency, total, tax, platform_share, reseller_share, refunded_amount: refundedBefore } = order
  const lost = order.paid_at === null ? [] : await lostCommissions(ctx, change)
  const affiliate_amount = lost.reduce((sum, { amount }) => sum + amount, 0)
  const sale = { currency, total, tax, platform_share, reseller_share, affiliate_amount, refundedBefore }
  const postings =
    order.paid_at === null
      ? depositRefundPostings(refund.amount)
      : saleRefundPostings({ ...sale, amount: refund.amount })
  await postJournals(ctx, sourceOf(change), [{ kind, postings }])
  if (lost.length > 0) await ctx.emit(commissionsReversed, { source: refundSource(change), lines: lost })
  const refunded = order.paid_at === null ? [] : await refundedLines(ctx, change)
  await addRefunded(ctx, change, 1)
  await endAccess(ctx, change)
  await removeAttention(ctx, [order.id], 'student_declined')
  await ctx.audit('order.refunded', ['order', order.id], { amount: refund.amount, currency: refund.currency })
  if (refunded.length > 0)
    await ctx.emit(orderRefunded, { order_id: order.id, source: refundSource(change), lines: refunded })
}

/** What a refund gives back of each line with its tax, before the refund is added to it. */
async function refundedLines(ctx: Ctx, { order, lines }: RefundChange): Promise<RefundedLine[]> {
  const amounts = new Map(lines.map(({ line_id, amount }) => [line_id, amount]))
  const stored = await selectLines(ctx, [order.id]).execute()
  return stored.flatMap((line) => {
    const amount = amounts.get(line.id) ?? 0
    if (amount === 0 || line.kind === 'card_check') return []
    const back = { total: line.net, refundedBefore: line.refunded_amount, refunded: amount }
    const partOf = (whole: number) => refundedPart(money(whole, order.currency), back)
    return {
      title: line.title,
      amount,
      added_tax: partOf(line.tax),
      included_tax: partOf(line.included_tax),
      withheld: partOf(line.withheld),
    }
  })
}

/** What affiliates lose of each refunded line, before the refund is added to it. */
async function lostCommissions(ctx: Ctx, { order, lines }: RefundChange) {
  const amounts = new Map(lines.map(({ line_id, amount }) => [line_id, amount]))
  const stored = await selectLines(ctx, [order.id]).execute()
  return stored.flatMap((line) => {
    const amount = refundedCommission(line, amounts.get(line.id) ?? 0, order.currency)
    return amount > 0 ? [{ line_id: line.id, amount }] : []
  })
}

/** Keeps apart the times that a refund succeeded. */
const refundSource = ({ refund }: RefundChange) => `${refund.id}/${refund.reversals}`

/** Ends what the refunded lines opened. The subscriptions domain decides about payments of plans. */
async function endAccess(ctx: Ctx, change: RefundChange) {
  const { id: order_id, buyer_id } = change.order
  for (const line of await endedLines(ctx, change)) {
    if (isRecurring(line)) {
      await ctx.emit(planPaymentRefunded, { order_id, user_id: buyer_id })
      continue
    }
    await closeSeats(ctx, line.id, 'refunded')
    for (const entitled of await revokeEntitlements(ctx, line.id, 'refunded'))
      await endPaidAccess(ctx, { ...entitled, tier: line.tier })
  }
}

const isRecurring = ({ kind, plan_terms }: Pick<LineRow, 'kind' | 'plan_terms'>) =>
  kind === 'plan_period' || (kind === 'plan' && plan_terms?.kind !== 'one_time')

async function fail(ctx: Ctx, change: RefundChange) {
  const { order, refund, lines } = change
  if (refund.state === 'succeeded') await takeBack(ctx, change)
  await ctx.tx
    .updateTable('payments')
    .set({ refund_reserved: sql`refund_reserved - ${refund.amount}` })
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', refund.payment_id)
    .execute()
  if (refund.kind === 'order') await reserve(ctx, { order_id: order.id, lines, sign: -1 })
  await returnSeats(ctx, lines)
  await addAttention(ctx, order.id, 'refund_failed')
  await ctx.audit('order.refund_failed', ['order', order.id], { amount: refund.amount })
  ctx.log.error({ order_id: order.id, refund_id: refund.id }, 'refund failed')
}

/** Undoes a refund that failed after it had succeeded: the postings, the amounts and the end of access. */
async function takeBack(ctx: Ctx, change: RefundChange) {
  const { refund } = change
  const source = sourceOf(change)
  const postings = await findPostings(ctx, { ...source, kind: `refund_${refund.reversals}` })
  if (postings)
    await postJournals(ctx, source, [{ kind: `reversal_${refund.reversals}`, postings: reversed(postings) }])
  await ctx.tx
    .updateTable('refunds')
    .set({ reversals: sql`reversals + 1` })
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', refund.id)
    .execute()
  if (refund.kind !== 'order') return
  const ended = await endedLines(ctx, change)
  await addRefunded(ctx, change, -1)
  await ctx.emit(commissionsRestored, { source: refundSource(change) })
  await ctx.emit(orderRefundFailed, { order_id: change.order.id, source: refundSource(change) })
  await restoreAccess(ctx, change, ended)
}

/** Opens again what a refund closed. */
async function restoreAccess(ctx: Ctx, { order }: RefundChange, lines: readonly LineRow[]) {
  for (const line of lines) {
    if (isRecurring(line)) {
      await ctx.emit(planRefundFailed, { order_id: order.id, user_id: order.buyer_id })
      continue
    }
    await reopenSeats(ctx, line.id, 'refunded')
    for (const { user_id, course_id } of await restoreEntitlements(ctx, line.id, 'refunded'))
      await reopenPaidEnrolment(ctx, { course_id, student_id: user_id, tier: line.tier })
  }
}

/** The lines to which a refund ends access: those of which nothing is left, or all if staff chose so. */
async function endedLines(ctx: Ctx, { order, refund, lines }: RefundChange) {
  const ids = new Set(lines.map(({ line_id }) => line_id))
  const stored = await selectLines(ctx, [order.id]).execute()
  return stored.filter((line) => ids.has(line.id) && (refund.ends_access || line.refunded_amount >= line.net))
}

async function addRefunded(ctx: Ctx, { order, refund, lines }: RefundChange, sign: 1 | -1) {
  const { tx, school_id } = ctx
  const refunded_amount = order.refunded_amount + sign * refund.amount
  const status = orderStatus({ ...order, refunded_amount })
  await updateOrder(ctx, order.id, { refunded_amount, status })
  // An order of which only a part was paid still holds its coupon.
  if (status === 'refunded') await releaseCoupon(ctx, order.id)
  for (const { line_id, amount } of lines)
    await tx
      .updateTable('order_lines')
      .set({ refunded_amount: sql`refunded_amount + ${sign * amount}` })
      .where('school_id', '=', school_id)
      .where('id', '=', line_id)
      .execute()
}

export const updateRefund = (
  { tx, school_id, now }: Ctx,
  id: string,
  changes: Partial<{ state: string; provider_refund_id: string; sent_at: Date | null }>,
) =>
  tx
    .updateTable('refunds')
    .set({ ...changes, updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()

export const getRefund = ({ tx, school_id }: Ctx, id: string) =>
  tx
    .selectFrom('refunds')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select(['id', 'order_id', 'payment_id', 'amount', 'currency', 'kind', 'state', 'reversals'])
    .select(['provider', 'provider_refund_id', 'ends_access'])
    .executeTakeFirst()

const linesOf = ({ tx, school_id }: Ctx, refund_id: string) =>
  tx
    .selectFrom('refund_lines')
    .where('school_id', '=', school_id)
    .where('refund_id', '=', refund_id)
    .orderBy('line_id')
    .select(['line_id', 'amount', 'seats'])
    .execute()
