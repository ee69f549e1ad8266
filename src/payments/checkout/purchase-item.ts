import { hasLiveEntitlement } from '#course-access/index.ts'
import {
  findEnrolment,
  getCourseRules,
  getFullPrice,
  getPurchasePrice,
  mayRequestEnrolment,
  type CourseRules,
} from '#learning/index.ts'
import { firstAmount, getPlanForSale, type PlanTerms } from '#payment-plans/index.ts'
import { Refusal, ensureAllowed, ensureFound, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { findBumps, type OfferedBump } from '../bumps/find-bumps.ts'
import type { Sold } from '../orders/insert-order.ts'
import { isPayable } from '../orders/order-state.ts'
import { planSalesOfOrders } from '../orders/plan-sales.ts'
import { findGiftDetails, giftDetails, type GiftDetails, type GiftInput } from '../seats/gift-details.ts'
import { lockMyPurchase } from '../seats/seat-queries.ts'

/** Who gets the course: the buyer, the recipient of a gift, or as many people as there are seats. */
export type Purpose =
  | { purpose: 'self' }
  | { purpose: 'gift'; gift: GiftDetails }
  /** `order_id` continues the payment of this order; without it, seats whose transfer is in review are another purchase. */
  | { purpose: 'seats'; quantity: number; order_id?: string }

interface CourseChoice {
  course_id: string
  tier: number | null
  recipients: Purpose
}

/** What a buyer chose. The tier is null in a course without tiers, or for the lowest tier. */
export type Choice = CourseChoice | { plan_id: string }

/** What a buyer pays for, at the price of this moment. */
export interface PurchaseItem {
  choice: Choice
  /** The order line without its price. */
  sold: Sold
  /** The name that the buyer sees. */
  title: string
  /** What is paid now without a coupon: of a plan its first payment, and nothing for a free trial. Of seats, all. */
  price: number
  quantity: number
  /** Whether a sale reduces the price. */
  isOnSale: boolean
  currency: string
  /** Whether later payments charge the card again. */
  savesCard: boolean
}

/** The courses that the caller may add to a purchase of an item. What is bought for others, or paid in several parts, has none. */
export async function findBumpsFor(
  ctx: Ctx,
  { choice, sold }: Pick<PurchaseItem, 'choice' | 'sold'>,
): Promise<OfferedBump[]> {
  if (sold.kind === 'plan') {
    if (sold.plan_terms.kind !== 'one_time') return []
    return findBumps(ctx, { item: { plan_id: sold.plan_id }, course_ids: sold.plan_terms.course_ids })
  }
  if (!('recipients' in choice) || choice.recipients.purpose !== 'self') return []
  const { course_id } = choice
  return findBumps(ctx, { item: { course_id }, course_ids: [course_id] })
}

interface RequestedItem {
  course_id?: string | undefined
  plan_id?: string | undefined
  tier?: number | undefined
  gift?: GiftInput | undefined
  seats?: number | undefined
  order_id?: string | undefined
  bumps?: readonly unknown[] | undefined
}

/**
 * The choice of a request: a course or a plan, or what an unpaid order of the caller buys for others. Refuses a request
 * that names several of them, or none.
 */
export async function choiceOf(ctx: CtxWithoutTx, requested: RequestedItem): Promise<Choice> {
  const { course_id, plan_id, tier, gift, seats, order_id, bumps } = requested
  const named = [course_id, plan_id, order_id].filter((id) => id !== undefined)
  const isDetailed = tier !== undefined || gift !== undefined || seats !== undefined
  if (named.length !== 1 || (isDetailed && course_id === undefined))
    return refuseInvalidField('course_id', 'one_of', 'Give either a course, a plan or an order.')
  if (gift !== undefined && seats !== undefined)
    return refuseInvalidField('seats', 'one_of', 'Buy either a gift or seats.')
  const isForOthers = gift !== undefined || seats !== undefined || order_id !== undefined
  if (isForOthers && bumps !== undefined && bumps.length > 0)
    return refuseInvalidField('bumps', 'not_for_others', 'Courses are added only to what the buyer learns.')
  if (plan_id !== undefined) return { plan_id }
  if (course_id === undefined) return ctx.transact((tx) => choiceOfOrder(tx, order_id!))
  return { course_id, tier: tier ?? null, recipients: purposeOf(ctx, { gift, seats }) }
}

function purposeOf(ctx: CtxWithoutTx, { gift, seats }: Pick<RequestedItem, 'gift' | 'seats'>): Purpose {
  if (gift) return { purpose: 'gift', gift: giftDetails(ctx, gift) }
  return seats === undefined ? { purpose: 'self' } : { purpose: 'seats', quantity: seats }
}

/** What an unpaid order of the caller buys for others, to continue its payment. */
async function choiceOfOrder(ctx: Ctx, order_id: string): Promise<Choice> {
  const { order, line } = await lockMyPurchase(ctx, order_id)
  if (!isPayable(order.status)) throw new Refusal('order_not_payable')
  const { course_id, tier, quantity } = line
  if (line.purpose === 'seats')
    return { course_id, tier, recipients: { purpose: 'seats', quantity, order_id } }
  const gift = ensureFound(await findGiftDetails(ctx, line.id))
  return { course_id, tier, recipients: { purpose: 'gift', gift } }
}

/** What the choice costs the caller now. Refuses what does not exist, cannot be bought, or is bought already. */
export async function getPurchaseItem(ctx: Ctx, choice: Choice): Promise<PurchaseItem> {
  const currency = ctx.school!.currency_code.trim().toUpperCase()
  const item = 'plan_id' in choice ? await getPlanItem(ctx, choice) : await getCourseItem(ctx, choice)
  return { ...item, choice, currency }
}

async function getCourseItem(ctx: Ctx, choice: CourseChoice) {
  const course = await getCourseRules(ctx, choice.course_id)
  const { purpose } = choice.recipients
  const quantity = choice.recipients.purpose === 'seats' ? choice.recipients.quantity : 1
  if (purpose === 'self') await ensureOpenForSale(ctx, course)
  else ensureAllowed(mayRequestEnrolment(course, 'id', ctx.now))
  if (purpose === 'seats' && !course.seats_offered) throw new Refusal('seats_not_offered')
  const {
    price: each,
    tier,
    isOnSale,
  } = purpose === 'self'
    ? await getPurchasePrice(ctx, course, { tier: choice.tier, student_id: ctx.actor.id! })
    : getFullPrice(ctx, course, choice.tier)
  const { id: course_id, course_name: title } = course
  const sold: Sold = tier === null ? { kind: 'course', course_id } : { kind: 'tier', course_id, tier }
  return { sold, title, price: each * quantity, quantity, isOnSale, savesCard: false }
}

/** A student who is in the course already may buy a higher tier, also while nobody new can join. */
async function ensureOpenForSale(ctx: Ctx, course: CourseRules) {
  const enrolment = await findEnrolment(ctx, course.id, ctx.actor.id)
  if (enrolment?.status === 'approved' && course.enable_tiering) return
  ensureAllowed(
    mayRequestEnrolment(course, enrolment && enrolment.status !== 'removed' ? 'code' : 'id', ctx.now),
  )
}

async function getPlanItem(ctx: Ctx, choice: { plan_id: string }) {
  const { id: plan_id, name: title, terms, isOnSale } = await getPlanForSale(ctx, choice.plan_id)
  if (await ownsAll(ctx, ctx.actor.id!, terms.course_ids)) throw new Refusal('already_paid')
  const plan_terms = await withoutSecondTrial(ctx, plan_id, terms)
  const sold: Sold = { kind: 'plan', plan_id, plan_terms }
  const savesCard = terms.kind !== 'one_time'
  return { sold, title, price: firstAmount(plan_terms), quantity: 1, isOnSale, savesCard }
}

/** Whether a person has paid for all of these courses. */
export async function ownsAll(ctx: Ctx, user_id: string, course_ids: readonly string[]): Promise<boolean> {
  for (const course_id of course_ids)
    if (!(await hasLiveEntitlement(ctx, { user_id, course_id }))) return false
  return true
}

/** A person has one free trial of a plan. */
async function withoutSecondTrial(ctx: Ctx, plan_id: string, terms: PlanTerms): Promise<PlanTerms> {
  if (terms.kind !== 'subscription' || terms.trial_days === 0) return terms
  const bought = { user_id: ctx.actor.id!, plan_id }
  return (await planSalesOfOrders.hasBought(ctx, bought)) ? { ...terms, trial_days: 0 } : terms
}
