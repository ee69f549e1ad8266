import { hasLiveEntitlement } from '#course-access/index.ts'
import { localDay } from '#lib/dates/local-day.ts'
import { isSaleDay, lowerPrice } from '#lib/money/sale-price.ts'
import { allow, ensureAllowed, refuse, type Verdict } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { findEnrolment, type CourseRules } from './queries.ts'

/** What a course costs a student, in minor units. */
export interface CoursePrice {
  price: number
  /** The tier that the price buys; null in a course without tiers. */
  tier: number | null
  /** Whether the price is lower because of a sale. */
  isOnSale: boolean
}

interface BuyingStudent {
  isApproved: boolean
  /** A payment gave the student an entitlement, perhaps without an approval by staff yet. */
  hasPaid: boolean
  tier: number | null
}

/** What a course and each of its tiers cost, in minor units. */
interface Prices {
  price: number
  tiering_prices: readonly number[]
}

interface PricedCourse {
  enable_tiering: boolean
  /** Without a sale. */
  regular: Prices
  /** Today. */
  current: Prices
}

/** The prices of a course today in the school's time zone. */
function pricedCourse({ school, now }: Ctx, course: CourseRules): PricedCourse {
  const { enable_tiering, price, tiering_prices, sale_price, sale_tiering_prices } = course
  const isOn = isSaleDay(course, localDay(school?.time_zone ?? 'UTC', now))
  const today = (regular: number, sale: number | null | undefined) =>
    (isOn ? lowerPrice(regular, sale) : null) ?? regular
  return {
    enable_tiering,
    regular: { price, tiering_prices },
    current: {
      price: today(price, sale_price),
      tiering_prices: tiering_prices.map((one, index) => today(one, sale_tiering_prices[index])),
    },
  }
}

/** Whether a student may buy a course, or this tier of it. Without a tier, the lowest one is meant. */
export function mayBuy(course: PricedCourse, student: BuyingStudent, tier: number | null): Verdict {
  const { price } = coursePrice(course, student, tier)
  if (tier !== null && !course.enable_tiering) return refuse('tiering_disabled')
  if (tier !== null && tier > course.regular.tiering_prices.length) return refuse('tier_unknown')
  const isUpgrade = tier !== null && tier > (student.tier ?? 0)
  if (student.isApproved && !isUpgrade) return refuse('already_enrolled')
  if (student.hasPaid && !isUpgrade) return refuse('already_paid')
  return price > 0 ? allow : refuse('course_is_free')
}

/**
 * The price of a course or tier. A student who has the course already pays the difference to the price of the current
 * tier; a student who paid before the course had tiers, to the price of the course. During a sale it is the difference of
 * today's prices, and never more than without the sale.
 */
export function coursePrice(course: PricedCourse, student: BuyingStudent, tier: number | null): CoursePrice {
  const { enable_tiering, current, regular } = course
  if (!enable_tiering) return { price: current.price, tier: null, isOnSale: current.price < regular.price }
  const bought = tier ?? 1
  const usual = tierPrice(regular, student, bought)
  const prices = [tierPrice(current, student, bought), usual].filter((one) => one > 0)
  const price = prices.length > 0 ? Math.min(...prices) : 0
  return { price, tier: bought, isOnSale: price < usual }
}

function tierPrice({ price, tiering_prices }: Prices, student: BuyingStudent, bought: number): number {
  const { isApproved, hasPaid, tier: current } = student
  const target = tiering_prices[bought - 1] ?? 0
  if (!isApproved && !hasPaid) return target
  const credit = current === null ? (hasPaid ? price : 0) : (tiering_prices[current - 1] ?? 0)
  return Math.max(target - credit, 0)
}

/** Nobody: a visitor, who pays the full price. */
const newStudent: BuyingStudent = { isApproved: false, hasPaid: false, tier: null }

async function findBuyingStudent(ctx: Ctx, course_id: string, user_id: string): Promise<BuyingStudent> {
  const enrolment = await findEnrolment(ctx, course_id, user_id)
  const isApproved = enrolment?.status === 'approved'
  const hasPaid = await hasLiveEntitlement(ctx, { user_id, course_id })
  return { isApproved, hasPaid, tier: isApproved || hasPaid ? (enrolment?.tier ?? null) : null }
}

/** The price of a course or tier for a student; refuses what the student cannot buy. */
export async function getPurchasePrice(
  ctx: Ctx,
  course: CourseRules,
  { tier, student_id }: { tier: number | null; student_id: string },
): Promise<CoursePrice> {
  const student = await findBuyingStudent(ctx, course.id, student_id)
  const priced = pricedCourse(ctx, course)
  ensureAllowed(mayBuy(priced, student, tier))
  return coursePrice(priced, student, tier)
}

/** What a course or tier costs for a person who has nothing of it yet, such as the recipient of a gift. */
export function getFullPrice(ctx: Ctx, course: CourseRules, tier: number | null): CoursePrice {
  const priced = pricedCourse(ctx, course)
  ensureAllowed(mayBuy(priced, newStudent, tier))
  return coursePrice(priced, newStudent, tier)
}

/**
 * What a course, or its lowest tier, costs a person who has nothing of it yet, and what it costs without a sale; null for a free
 * course.
 */
export function findNewStudentPrice(
  ctx: Ctx,
  course: CourseRules,
): (CoursePrice & { regular: number }) | null {
  const priced = pricedCourse(ctx, course)
  if (!mayBuy(priced, newStudent, null).allowed) return null
  return {
    ...coursePrice(priced, newStudent, null),
    regular: coursePrice({ ...priced, current: priced.regular }, newStudent, null).price,
  }
}

/** What each tier costs for a person who has nothing of the course yet. */
export const getFullTierPrices = (ctx: Ctx, course: CourseRules): readonly number[] =>
  course.enable_tiering ? pricedCourse(ctx, course).current.tiering_prices : []

/** Whether a person has the course already, at this tier or a higher one. */
export async function hasCourse(
  ctx: Ctx,
  { course_id, user_id, tier }: { course_id: string; user_id: string; tier: number | null },
): Promise<boolean> {
  const student = await findBuyingStudent(ctx, course_id, user_id)
  return (student.isApproved || student.hasPaid) && (tier === null || (student.tier ?? 0) >= tier)
}

/** The price of a course or tier for the caller, also for one who cannot buy it. */
export async function getShownPrice(
  ctx: Ctx,
  course: CourseRules,
  tier: number | null,
): Promise<CoursePrice> {
  const isStudent = ctx.actor.role === 'student'
  return coursePrice(
    pricedCourse(ctx, course),
    isStudent ? await findBuyingStudent(ctx, course.id, ctx.actor.id) : newStudent,
    tier,
  )
}

/** What each tier costs a student; null for a tier that the student cannot buy. */
export async function getTierPrices(ctx: Ctx, course: CourseRules): Promise<(number | null)[]> {
  if (!course.enable_tiering) return []
  const student = await findBuyingStudent(ctx, course.id, ctx.actor.id)
  const priced = pricedCourse(ctx, course)
  return course.tiering_prices.map((_price, index) => {
    const tier = index + 1
    return mayBuy(priced, student, tier).allowed ? coursePrice(priced, student, tier).price : null
  })
}
