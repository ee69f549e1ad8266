import { courseCovers } from '#courses/index.ts'
import {
  findNewStudentPrice,
  getCourseRulesById,
  hasCourse,
  mayRequestEnrolment,
  type CourseRules,
} from '#learning/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { schoolCurrency, selectOffersOf, type BumpItem } from './bump-queries.ts'

/** A course that the buyer may add, at the price of this moment. */
export interface OfferedBump {
  bump_id: string
  course_id: string
  title: string
  image_url: string | null
  headline: string
  description: string
  /** The tier that it buys; null in a course without tiers. */
  tier: number | null
  price: number
  /** What the course costs without the offer and without a sale; null if that is no more. */
  regular_price: number | null
}

/** What is bought, and the courses that it opens. */
export interface BumpPurchase {
  item: BumpItem
  course_ids: readonly string[]
}

/**
 * The offers that the caller may add to a purchase, in their order: those that are switched on, whose course anybody can buy now and
 * the caller does not have.
 */
export async function findBumps(ctx: Ctx, { item, course_ids }: BumpPurchase): Promise<OfferedBump[]> {
  const rows = await selectOffersOf(ctx, item).where('b.is_on', '=', true).execute()
  const currency = schoolCurrency(ctx)
  const current = rows.filter(
    (row) => (row.currency === null || row.currency === currency) && !course_ids.includes(row.bump_course_id),
  )
  const ids = current.map(({ bump_course_id }) => bump_course_id)
  const covers = await courseCovers(ctx, ids)
  const courses = new Map((await getCourseRulesById(ctx, ids)).map((course) => [course.id, course]))
  const offered: OfferedBump[] = []
  for (const { id: bump_id, bump_course_id: course_id, headline, description, price } of current) {
    const course = courses.get(course_id)
    const priced = course && (await priceOffer(ctx, course, price))
    const cover = covers.get(course_id)
    if (!priced || !cover) continue
    const { course_name: title, image_url } = cover
    offered.push({ bump_id, course_id, title, image_url, headline, description, ...priced })
  }
  return offered
}

/** The lower one of the prices of offer and course; null if the caller cannot buy the course, or has it. */
async function priceOffer(ctx: Ctx, course: CourseRules, reduced: number | null) {
  if (!mayRequestEnrolment(course, 'id', ctx.now).allowed) return null
  const { actor } = ctx
  const buyer = { course_id: course.id, user_id: actor.id!, tier: null }
  if (actor.role === 'student' && (await hasCourse(ctx, buyer))) return null
  const full = findNewStudentPrice(ctx, course)
  if (!full) return null
  const price = Math.min(full.price, reduced ?? full.price)
  return { tier: full.tier, price, regular_price: price < full.regular ? full.regular : null }
}
