import { recordCouponUse } from '#coupons/index.ts'
import { grantEntitlements, hasLiveEntitlement } from '#course-access/index.ts'
import { openPaidEnrolment } from '#learning/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { money, percentageOf } from '#lib/money/money.ts'
import { newId } from '#platform/security/tokens.ts'
import { refundCardCheck, storeCardOfPayment } from '../cards/card-check.ts'
import { addAttention } from '../orders/attention.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { orderStatus } from '../orders/order-state.ts'
import {
  coursesOfLine,
  selectLines,
  updateOrder,
  type LineRow,
  type OrderRow,
} from '../orders/order-queries.ts'
import { findPaidTier } from '../orders/paid-tier.ts'
import { sendReceipt } from '../orders/send-receipt.ts'
import { paymentJournals } from '../ledger/postings.ts'
import { postJournals } from '../ledger/post-journals.ts'
import { commissionsEarned } from '../commission-events.ts'
import { orderPaid } from '../order-events.ts'
import { planBought, planPeriodPaid } from '../plan-events.ts'
import { isBankTransfer } from '../records/bank-transfer.ts'
import { insertRefund } from '../records/insert-refund.ts'
import type { PaidPayment } from '../providers/provider.ts'
import { assessPayment } from './assess-payment.ts'
import { updateAttempt, type AttemptRow } from '../records/attempt-queries.ts'

interface Finding {
  attempt: AttemptRow
  /** Locked. */
  order: OrderRow
  found: PaidPayment
}

/** Records money that a provider reports for an attempt, and what follows from it. Returns the attempt's state. */
export async function recordPayment(ctx: Ctx, finding: Finding): Promise<string> {
  const { attempt, order, found } = finding
  const isOwned = order.paid_amount === 0 && (await ownsCourses(ctx, order))
  const assessment = assessPayment(
    attempt,
    { ...found, amount: found.amount.minor, currency: found.amount.currency },
    { ...order, isClosed: isOwned || order.refunded_amount > 0 },
  )
  if (assessment.kind === 'quarantined') return quarantine(ctx, finding, assessment.reason)
  const { applied, excess, completes } = assessment
  const payment_id = await insertPayment(ctx, finding, { applied })
  if (!payment_id) return attempt.state
  await updateAttempt(ctx, attempt.id, { state: 'succeeded', failure_code: null })
  await applyPayment(ctx, finding, { payment_id, applied, completes })
  await storeCardOfPayment(ctx, finding)
  if (isOwned) await cancelOrder(ctx, order.id)
  if (completes) {
    await deliver(ctx, order)
    await refundCardCheck(ctx, order, payment_id)
  }
  if (excess > 0) {
    const kind = applied > 0 ? 'overpayment' : 'duplicate'
    await insertRefund(ctx, { order_id: order.id, payment_id, amount: excess, kind, reason: '', lines: [] })
  }
  return 'succeeded'
}

interface AppliedPayment {
  payment_id: string
  applied: number
  completes: boolean
}

/** Posts a payment to the ledger, and adds it to its order. */
async function applyPayment(ctx: Ctx, finding: Finding, { payment_id, applied, completes }: AppliedPayment) {
  const { order, found } = finding
  const { platform_share, reseller_share } = completes ? sharesOf(ctx, finding) : order
  const affiliate_share = await affiliateShare(ctx, order)
  const receipt = { amount: found.amount.minor, fee: found.fee?.minor ?? null, applied }
  const sale = {
    total: order.total,
    platform_share,
    reseller_share,
    affiliate_share,
    tax: order.tax,
    deposited: order.paid_amount,
  }
  await postJournals(
    ctx,
    { source_type: 'payment', source_id: payment_id, currency: order.currency, payment_id },
    paymentJournals(receipt, completes ? sale : null),
  )
  if (applied === 0) return
  const paid_amount = order.paid_amount + applied
  await updateOrder(ctx, order.id, {
    status: orderStatus({ ...order, paid_amount }),
    paid_amount,
    platform_share,
    reseller_share,
    ...(completes && { paid_at: found.paid_at }),
  })
}

/**
 * Whether the buyer of an order has bought all its courses, and tiers at least as high, by other ones. A plan period adds to
 * an own plan.
 */
async function ownsCourses(ctx: Ctx, { id, buyer_id: user_id }: OrderRow) {
  for (const line of await selectLines(ctx, [id]).execute()) {
    if (line.kind === 'plan_period' || line.kind === 'card_check') return false
    for (const course_id of coursesOfLine(line)) {
      if (!(await hasLiveEntitlement(ctx, { user_id, course_id }))) return false
      if (line.tier !== null && line.tier > (await findPaidTier(ctx, { user_id, course_id }))) return false
    }
  }
  return true
}

/**
 * The platform's part of a sale: a share on the commission plan, if the money reaches the platform's account. The reseller of the
 * school has a part of this share.
 */
function sharesOf({ school, config }: Ctx, { attempt, order }: Finding) {
  const isAtPlatform = attempt.payment_account_id === null && !isBankTransfer(attempt)
  const isShared = isAtPlatform && school?.plan_name === 'commission'
  if (!isShared) return { platform_share: 0, reseller_share: 0 }
  const platform = percentageOf(
    money(order.total, order.currency),
    config.payments.commissionBasisPoints,
    'half_up',
  )
  const reseller = percentageOf(platform, school.brand.share_basis_points, 'half_up')
  return { platform_share: platform.minor, reseller_share: reseller.minor }
}

/** The affiliates' part of a sale. */
async function affiliateShare(ctx: Ctx, { id }: OrderRow) {
  const lines = await selectLines(ctx, [id]).execute()
  return lines.reduce((sum, { affiliate_amount }) => sum + affiliate_amount, 0)
}

async function insertPayment(
  { tx, school_id, now }: Ctx,
  { attempt, order, found }: Finding,
  { applied, quarantine_reason = null }: { applied: number; quarantine_reason?: 'currency' | 'mode' | null },
) {
  const row = await tx
    .insertInto('payments')
    .values({
      school_id,
      id: newId(),
      order_id: order.id,
      attempt_id: attempt.id,
      provider: attempt.provider,
      transaction_id: found.transaction_id,
      mode: found.mode,
      method: found.method.slice(0, 60),
      amount: found.amount.minor,
      currency: found.amount.currency,
      fee: found.fee?.minor ?? null,
      applied_amount: applied,
      quarantine_reason,
      paid_at: found.paid_at,
      created_at: now,
    })
    .onConflict((oc) => oc.columns(['school_id', 'provider', 'transaction_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Completes an order whose coupon takes off the whole price, without a payment. */
export async function completeFreeOrder(ctx: Ctx, order: OrderRow): Promise<void> {
  await updateOrder(ctx, order.id, { status: 'paid', paid_at: ctx.now })
  await deliver(ctx, order)
}

/** Opens what was bought, and sends the receipt. */
async function deliver(ctx: Ctx, order: OrderRow) {
  const lines = await selectLines(ctx, [order.id]).execute()
  for (const line of lines) await deliverLine(ctx, order, line)
  await recordCommissionsOf(ctx, order, lines)
  const { isLate } = await recordCouponUse(ctx, order.id)
  if (isLate) await addAttention(ctx, order.id, 'late_coupon')
  await ctx.audit('order.paid', ['order', order.id], { total: order.total, currency: order.currency })
  // The buyer of a card check gets the money back, and reads so on the page.
  if (lines.every(({ kind }) => kind === 'card_check')) return
  await sendReceipt(ctx, order, lines)
  // Last, because invoices are numbered one after the other.
  if (order.total > 0) await ctx.emit(orderPaid, { order_id: order.id })
}

/** Announces what affiliates earn with an order. */
async function recordCommissionsOf(
  ctx: Ctx,
  { id: order_id, currency }: OrderRow,
  lines: readonly LineRow[],
) {
  const earned = lines.flatMap(({ id: line_id, title, affiliate_id, affiliate_amount: amount }) =>
    affiliate_id === null || amount === 0 ? [] : [{ line_id, title, affiliate_id, amount }],
  )
  if (earned.length > 0) await ctx.emit(commissionsEarned, { order_id, currency, lines: earned })
}

/** Opens the courses of a line, and announces the payment of a plan. */
async function deliverLine(ctx: Ctx, { id: order_id, buyer_id: user_id }: OrderRow, line: LineRow) {
  const { id: line_id, kind, plan_id, tier, title, plan_terms: terms } = line
  const course_ids = coursesOfLine(line)
  const isTrial = terms?.kind === 'subscription' && terms.trial_days > 0
  await grantEntitlements(ctx, { user_id, line_id, course_ids, reason: isTrial ? 'trial' : 'paid' })
  for (const course_id of course_ids) await openPaidEnrolment(ctx, { course_id, student_id: user_id, tier })
  if (plan_id === null) return
  const bought = { order_id, line_id, plan_id, user_id }
  if (kind === 'plan_period') await ctx.emit(planPeriodPaid, bought)
  else if (terms && terms.kind !== 'one_time') await ctx.emit(planBought, { ...bought, title, terms })
}

/**
 * Stores a payment that does not fit its attempt, for people to look at. Money of another reference is not stored,
 * because it belongs to the attempt with that reference.
 */
async function quarantine(ctx: Ctx, finding: Finding, reason: 'reference' | 'currency' | 'mode') {
  const { attempt, order } = finding
  if (attempt.state === 'quarantined') return attempt.state
  if (reason !== 'reference') await insertPayment(ctx, finding, { applied: 0, quarantine_reason: reason })
  await updateAttempt(ctx, attempt.id, { state: 'quarantined', failure_code: reason })
  await addAttention(ctx, order.id, 'payment_quarantined')
  await ctx.audit('order.payment_quarantined', ['order', order.id], { reason, provider: attempt.provider })
  const { provider } = attempt
  ctx.log.error({ order_id: order.id, attempt_id: attempt.id, provider, reason }, 'payment quarantined')
  return 'quarantined'
}
