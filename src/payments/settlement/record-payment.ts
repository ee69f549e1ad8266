import { recordCouponUse } from '#coupons/index.ts'
import { grantEntitlements, hasLiveEntitlement } from '#course-access/index.ts'
import { openPaidEnrolment } from '#learning/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { money, percentageOf } from '#lib/money/money.ts'
import { refundCardCheck, storeCardOfPayment } from '../cards/card-check.ts'
import { countBumps } from '../bumps/count-bumps.ts'
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
import { isManualPayment, isPaidToSchool } from '../records/payment-channel.ts'
import { insertPayment } from '../records/insert-payment.ts'
import { insertRefund } from '../records/insert-refund.ts'
import { findSellingAccount } from '../provider-accounts/payment-accounts.ts'
import { planTransferAccounts } from '../settings/transfer-settings.ts'
import { openSeats } from '../seats/open-seats.ts'
import type { PaidPayment } from '../providers/provider.ts'
import { assessPayment } from './assess-payment.ts'
import { quarantinePayment } from './quarantine-payment.ts'
import { updateAttempt, type AttemptRow } from '../records/attempt-queries.ts'

/** How the later payments of a plan are made. */
type PaysBy = 'card' | 'bank_transfer'

interface Delivery {
  /** How later payments of a plan are made. */
  pays_by: PaysBy
  /** Staff sold or gave it: it needs no further approval. */
  isByStaff: boolean
}

interface Finding {
  attempt: AttemptRow
  /** Locked. */
  order: OrderRow
  found: PaidPayment
}

/** Records money that a provider reports for an attempt, and what follows from it. Returns the attempt's state. */
export async function recordPayment(ctx: Ctx, finding: Finding): Promise<string> {
  const { attempt, order, found } = finding
  const owned = order.paid_amount === 0 ? await findOwnedLines(ctx, order) : noLines
  const isOwned = owned.lines.length > 0 && owned.isWhole
  const assessment = assessPayment(
    attempt,
    { ...found, amount: found.amount.minor, currency: found.amount.currency },
    { ...order, isClosed: isOwned || order.refunded_amount > 0 },
  )
  if (assessment.kind === 'quarantined') return quarantinePayment(ctx, finding, assessment.reason)
  const { applied, excess, completes } = assessment
  const payment_id = await insertPayment(ctx, { order_id: order.id, attempt, found, applied })
  if (!payment_id) return attempt.state
  await updateAttempt(ctx, attempt.id, { state: 'succeeded', failure_code: null })
  await applyPayment(ctx, finding, { payment_id, applied, completes })
  await storeCardOfPayment(ctx, finding)
  if (isOwned) await cancelOrder(ctx, order.id)
  if (completes) {
    await deliver(ctx, order, await deliveryOf(ctx, order, attempt))
    await refundCardCheck(ctx, order, payment_id)
    if (!isOwned) await refundOwnedLines(ctx, order, { payment_id, lines: owned.lines })
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

interface OwnedLines {
  lines: readonly LineRow[]
  /** Whether these are all lines of the order. */
  isWhole: boolean
}

const noLines: OwnedLines = { lines: [], isWhole: false }

/**
 * Lines of an order whose courses its buyer has bought by other orders, with tiers at least as high. A plan period adds to an own
 * plan.
 */
async function findOwnedLines(ctx: Ctx, { id, buyer_id: user_id }: OrderRow): Promise<OwnedLines> {
  const stored = await selectLines(ctx, [id]).execute()
  const lines: LineRow[] = []
  for (const line of stored) if (await ownsLine(ctx, user_id, line)) lines.push(line)
  return { lines, isWhole: lines.length === stored.length }
}

async function ownsLine(ctx: Ctx, user_id: string, line: LineRow) {
  if (line.kind === 'plan_period' || line.kind === 'card_check' || line.purpose !== 'self') return false
  for (const course_id of coursesOfLine(line)) {
    if (!(await hasLiveEntitlement(ctx, { user_id, course_id }))) return false
    if (line.tier !== null && line.tier > (await findPaidTier(ctx, { user_id, course_id }))) return false
  }
  return true
}

/** Gives back the lines that the buyer has paid with another order meanwhile; the others stay bought. */
async function refundOwnedLines(
  ctx: Ctx,
  { id: order_id }: OrderRow,
  { payment_id, lines }: { payment_id: string; lines: readonly LineRow[] },
) {
  const parts = lines.flatMap(({ id: line_id, net: amount }) => (amount > 0 ? [{ line_id, amount }] : []))
  if (parts.length === 0) return
  const amount = parts.reduce((sum, part) => sum + part.amount, 0)
  const refund = { order_id, payment_id, amount, kind: 'order', reason: '', isAutomatic: true } as const
  await insertRefund(ctx, { ...refund, lines: parts })
}

/**
 * The platform's part of a sale: a share on the commission plan, if the money reaches the platform's account. The reseller of the
 * school has a part of this share.
 */
function sharesOf({ school, config }: Ctx, { attempt, order }: Finding) {
  const isAtPlatform = attempt.payment_account_id === null && !isPaidToSchool(attempt)
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

/** Completes an order whose coupon takes off the whole price, without a payment. */
export async function completeFreeOrder(
  ctx: Ctx,
  order: OrderRow,
  /** `pays_by` is absent for what the school offers. */
  { pays_by, isByStaff = false }: Partial<Delivery> = {},
): Promise<void> {
  await updateOrder(ctx, order.id, { status: 'paid', paid_at: ctx.now })
  await deliver(ctx, order, { pays_by: pays_by ?? (await offeredMethod(ctx, order)), isByStaff })
}

async function deliveryOf(ctx: Ctx, order: OrderRow, attempt: AttemptRow): Promise<Delivery> {
  if (isManualPayment(attempt)) return { pays_by: await offeredMethod(ctx, order), isByStaff: true }
  return { pays_by: isBankTransfer(attempt) ? 'bank_transfer' : 'card', isByStaff: false }
}

/** Transfers in a school that sells plans by them and has no provider, else cards. */
async function offeredMethod(ctx: Ctx, { currency }: OrderRow): Promise<PaysBy> {
  if (await findSellingAccount(ctx, currency)) return 'card'
  return (await planTransferAccounts(ctx, currency)).length > 0 ? 'bank_transfer' : 'card'
}

/** Opens what was bought, and sends the receipt. */
async function deliver(ctx: Ctx, order: OrderRow, delivery: Delivery) {
  const lines = await selectLines(ctx, [order.id]).execute()
  for (const line of lines) await deliverLine(ctx, { ...order, ...delivery }, line)
  await recordCommissionsOf(ctx, order, lines)
  await countBumps(ctx, order.id, lines)
  const { isLate } = await recordCouponUse(ctx, order.id)
  if (isLate) await addAttention(ctx, order.id, 'late_coupon')
  await ctx.audit('order.paid', ['order', order.id], { total: order.total, currency: order.currency })
  // The buyer of a card check gets the money back, and reads so on the page. A trial has a mail of its own.
  if (lines.every((line) => line.kind === 'card_check' || isTrial(line))) return
  await sendReceipt(ctx, order, lines)
  // Last, because invoices are numbered one after the other.
  if (order.total > 0) await ctx.emit(orderPaid, { order_id: order.id })
}

const isTrial = ({ plan_terms: terms }: LineRow) => terms?.kind === 'subscription' && terms.trial_days > 0

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
async function deliverLine(ctx: Ctx, order: OrderRow & Delivery, line: LineRow) {
  const { id: order_id, buyer_id: user_id, pays_by, isByStaff } = order
  if (line.purpose !== 'self') return openSeats(ctx, line)
  const { id: line_id, kind, plan_id, tier, title, plan_terms: terms } = line
  const course_ids = coursesOfLine(line)
  const reason = isTrial(line) ? 'trial' : 'paid'
  await grantEntitlements(ctx, { user_id, line_id, course_ids, reason, ends_at: null })
  for (const course_id of course_ids)
    await openPaidEnrolment(ctx, { course_id, student_id: user_id, tier, isApproved: isByStaff })
  if (plan_id === null) return
  const bought = { order_id, line_id, plan_id, user_id }
  if (kind === 'plan_period') await ctx.emit(planPeriodPaid, bought)
  else if (terms && terms.kind !== 'one_time')
    await ctx.emit(planBought, { ...bought, title, terms, pays_by })
}
