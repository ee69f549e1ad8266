import { hasLiveEntitlement } from '#course-access/index.ts'
import { allow, ensureAllowed, refuse, type Verdict } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { findEnrolment, type CourseRules } from './queries.ts'

/** What a course costs a student, in minor units. */
export interface CoursePrice {
  price: number
  /** The tier that the price buys; null in a course without tiers. */
  tier: number | null
}

interface BuyingStudent {
  isApproved: boolean
  /** A payment gave the student an entitlement, perhaps without an approval by staff yet. */
  hasPaid: boolean
  tier: number | null
}

type TieredCourse = Pick<CourseRules, 'price' | 'enable_tiering' | 'tiering_prices'>

/** Whether a student may buy a course, or this tier of it. Without a tier, the lowest one is meant. */
export function mayBuy(course: TieredCourse, student: BuyingStudent, tier: number | null): Verdict {
  const { price } = coursePrice(course, student, tier)
  if (tier !== null && !course.enable_tiering) return refuse('tiering_disabled')
  if (tier !== null && tier > course.tiering_prices.length) return refuse('tier_unknown')
  const isUpgrade = tier !== null && tier > (student.tier ?? 0)
  if (student.isApproved && !isUpgrade) return refuse('already_enrolled')
  if (student.hasPaid && !isUpgrade) return refuse('already_paid')
  return price > 0 ? allow : refuse('course_is_free')
}

/**
 * The price of a course or tier. A student who has the course already pays the difference to the price of the current
 * tier; a student who paid before the course had tiers, to the price of the course.
 */
export function coursePrice(course: TieredCourse, student: BuyingStudent, tier: number | null): CoursePrice {
  if (!course.enable_tiering) return { price: course.price, tier: null }
  const { isApproved, hasPaid, tier: current } = student
  const bought = tier ?? 1
  const target = course.tiering_prices[bought - 1] ?? 0
  if (!isApproved && !hasPaid) return { price: target, tier: bought }
  const credit = current === null ? (hasPaid ? course.price : 0) : (course.tiering_prices[current - 1] ?? 0)
  return { price: Math.max(target - credit, 0), tier: bought }
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
  tier: number | null,
): Promise<CoursePrice> {
  const student = await findBuyingStudent(ctx, course.id, ctx.actor.id)
  ensureAllowed(mayBuy(course, student, tier))
  return coursePrice(course, student, tier)
}

/** The price of a course or tier for the caller, also for one who cannot buy it. */
export async function getShownPrice(
  ctx: Ctx,
  course: CourseRules,
  tier: number | null,
): Promise<CoursePrice> {
  const isStudent = ctx.actor.role === 'student'
  return coursePrice(
    course,
    isStudent ? await findBuyingStudent(ctx, course.id, ctx.actor.id) : newStudent,
    tier,
  )
}

/** What each tier costs a student; null for a tier that the student cannot buy. */
export async function getTierPrices(ctx: Ctx, course: CourseRules): Promise<(number | null)[]> {
  if (!course.enable_tiering) return []
  const student = await findBuyingStudent(ctx, course.id, ctx.actor.id)
  return course.tiering_prices.map((_price, index) => {
    const tier = index + 1
    return mayBuy(course, student, tier).allowed ? coursePrice(course, student, tier).price : null
  })
}
