import { getCourseRules, getFullPrice, getFullTierPrices, mayRequestEnrolment } from '#learning/index.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { selectSeatsInReview } from './seat-queries.ts'
import type * as contract from './seat-contract.ts'

/** What a course costs as a gift or for a group: the price of a new student today. */
export async function getSeatOffer(
  ctx: Ctx,
  { id }: Input<typeof contract.getSeatOffer>,
): Promise<Reply<typeof contract.getSeatOffer>> {
  const course = await getCourseRules(ctx, id)
  ensureAllowed(mayRequestEnrolment(course, 'id', ctx.now))
  const { course_name, enable_tiering, seats_offered } = course
  const prices = enable_tiering
    ? [...getFullTierPrices(ctx, course)]
    : [getFullPrice(ctx, course, null).price]
  const currency = ctx.school!.currency_code.trim().toUpperCase()
  const in_review = await selectSeatsInReview(ctx, id).execute()
  return { course_id: id, course_name, currency, prices, enable_tiering, seats_offered, in_review }
}
