import { hasLiveEntitlement } from '#course-access/index.ts'
import { findEnrolment, getCourseRules, mayRequestEnrolment, type CourseRules } from '#learning/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal, ensureAllowed } from '#platform/contract/refusal.ts'
import { newId } from '#platform/security/tokens.ts'
import { findSellingAccount, type PaymentAccount } from '../provider-accounts/payment-accounts.ts'
import { selectOrders, updateOrder, type OrderRow } from '../orders/order-queries.ts'
import { isPayable, orderTotals } from '../orders/order-state.ts'
import { isLive, selectAttempts, updateAttempt, type AttemptRow } from '../settlement/attempt-queries.ts'
import { paymentReference } from '../settlement/payment-reference.ts'
import { scheduleSettlement } from '../settlement/verify-attempt.ts'

/** How long a payment page stays open. */
const openMs = 60 * 60_000
/** A page that ends sooner is not offered again. */
const minOpenMs = 2 * 60_000
/** A request to the provider that takes longer was interrupted. */
const creationMs = 30_000

export interface ExpectedPrice {
  amount: number
  currency: string
}

export type PreparedAttempt = {
  attempt: AttemptRow
  account: PaymentAccount
  course_name: string
} & (
  | { kind: 'create' }
  /** The page exists. */
  | { kind: 'reuse' }
  /** Its result is unknown: ask the provider, then prepare again. */
  | { kind: 'verify' }
)

/**
 * Finds or creates the order and attempt with which a student pays a course. Concurrent calls of one student run one
 * after the other. Refuses a course that the student cannot buy.
 */
export async function prepareAttempt(
  ctx: Ctx,
  course_id: string,
  { expected, verified }: { expected?: ExpectedPrice | undefined; verified: ReadonlySet<string> },
): Promise<PreparedAttempt> {
  await lockBuyer(ctx)
  const course = await getCourseRules(ctx, course_id)
  const currency = ctx.school!.currency_code.trim().toUpperCase()
  if (course.price > 0 && expected) ensureSamePrice(expected, { amount: course.price, currency })
  await ensureForSale(ctx, course)
  const account = await findSellingAccount(ctx, currency)
  if (!account) throw new Refusal('payments_unavailable')
  const order = (await findOpenOrder(ctx, course, currency)) ?? (await insertOrder(ctx, course, currency))
  const attempts = await selectAttempts(ctx)
    .where('a.order_id', '=', order.id)
    .orderBy('a.number', 'desc')
    .limit(1)
    .execute()
  const last = attempts[0]
  const prepared = { account, course_name: course.course_name }
  if (last && isLive(last)) {
    const kind = await kindOfLive(ctx, last, { account, verified })
    if (kind) return { ...prepared, attempt: last, kind }
  }
  const attempt = await insertAttempt(ctx, order, { account, number: (last?.number ?? 0) + 1 })
  return { ...prepared, attempt, kind: 'create' }
}

/** What to do with a live attempt; null if it was closed and a new one is needed. */
async function kindOfLive(
  ctx: Ctx,
  last: AttemptRow,
  { account, verified }: { account: PaymentAccount; verified: ReadonlySet<string> },
): Promise<PreparedAttempt['kind'] | null> {
  const isSameAccount =
    last.provider === account.provider && last.payment_account_id === account.payment_account_id
  const opensLong = last.expires_at.getTime() - ctx.now.getTime() > minOpenMs
  if (last.state === 'pending' && last.checkout_url && isSameAccount && opensLong) return 'reuse'
  if (last.state === 'created' && ctx.now.getTime() - last.created_at.getTime() < creationMs)
    throw new Refusal('checkout_in_progress')
  if (!verified.has(last.id)) return 'verify'
  // The provider has no payment of it, and its page was closed. A page that was never returned has no visitors.
  await updateAttempt(ctx, last.id, { state: 'expired' })
  return null
}

const lockBuyer = ({ tx, school_id, actor }: Ctx) =>
  tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', actor.id)
    .select('id')
    .forNoKeyUpdate()
    .execute()

function ensureSamePrice(expected: ExpectedPrice, price: ExpectedPrice) {
  const isSame = expected.amount === price.amount && expected.currency.toUpperCase() === price.currency
  if (!isSame) throw new Refusal('amount_mismatch')
}

async function ensureForSale(ctx: Ctx, course: CourseRules) {
  const enrolment = await findEnrolment(ctx, course.id, ctx.actor.id)
  ensureAllowed(
    mayRequestEnrolment(course, enrolment && enrolment.status !== 'removed' ? 'code' : 'id', ctx.now),
  )
  if (course.price === 0) throw new Refusal('course_is_free')
  const isPaid = await hasLiveEntitlement(ctx, { user_id: ctx.actor.id, course_id: course.id })
  if (enrolment?.status === 'approved') throw new Refusal('already_enrolled')
  if (isPaid) throw new Refusal('already_paid')
}

/** The buyer's unpaid order of this course. One with an old price is canceled unless a part was paid. */
async function findOpenOrder(ctx: Ctx, course: CourseRules, currency: string): Promise<OrderRow | null> {
  const orders = await selectOrders(ctx)
    .innerJoin('order_lines as l', (on) =>
      on.onRef('l.school_id', '=', 'o.school_id').onRef('l.order_id', '=', 'o.id'),
    )
    .where('o.buyer_id', '=', ctx.actor.id)
    .where('l.course_id', '=', course.id)
    .where('o.status', 'in', ['awaiting_payment', 'partially_paid'])
    .orderBy('o.created_at', 'desc')
    .limit(5)
    .execute()
  let open: OrderRow | null = null
  for (const order of orders) {
    const isCurrent = order.total === course.price && order.currency === currency
    if (!open && isPayable(order.status) && (isCurrent || order.paid_amount > 0)) open = order
    else if (order.paid_amount === 0) await updateOrder(ctx, order.id, { status: 'canceled' })
  }
  return open
}

async function insertOrder(ctx: Ctx, course: CourseRules, currency: string): Promise<OrderRow> {
  const { tx, school_id, actor, now } = ctx
  const price = { gross: course.price, discount: 0, tax: 0 }
  const { nets, total } = orderTotals([price])
  const id = newId()
  const times = { created_at: now, updated_at: now }
  await tx
    .insertInto('orders')
    .values({ school_id, id, buyer_id: actor.id, currency, total, status: 'awaiting_payment', ...times })
    .execute()
  await tx
    .insertInto('order_lines')
    .values({
      school_id,
      id: newId(),
      order_id: id,
      position: 0,
      course_id: course.id,
      title: course.course_name,
      ...price,
      net: nets[0]!,
    })
    .execute()
  return selectOrders(ctx).where('o.id', '=', id).executeTakeFirstOrThrow()
}

async function insertAttempt(
  ctx: Ctx,
  order: OrderRow,
  { account, number }: { account: PaymentAccount; number: number },
): Promise<AttemptRow> {
  const { tx, school_id, now } = ctx
  const id = newId()
  await tx
    .insertInto('payment_attempts')
    .values({
      school_id,
      id,
      order_id: order.id,
      number,
      provider: account.provider,
      payment_account_id: account.payment_account_id,
      mode: account.account.mode,
      reference: paymentReference(school_id, id),
      amount: order.total - order.paid_amount,
      currency: order.currency,
      state: 'created',
      expires_at: new Date(now.getTime() + openMs),
      created_at: now,
      updated_at: now,
    })
    .execute()
  await scheduleSettlement(ctx, id)
  return selectAttempts(ctx).where('a.id', '=', id).executeTakeFirstOrThrow()
}
