import {
  findNewStudentPrice,
  getCourseRulesById,
  getFullTierPrices,
  type CourseRules,
} from '#learning/index.ts'
import { coursesOfPlans, getPlanKind } from '#payment-plans/index.ts'
import { ensureFound, Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { okReply } from '#platform/contract/schemas.ts'
import { newId } from '#platform/security/tokens.ts'
import { lockSchool } from '#schools/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './bump-contract.ts'
import {
  maxBumpOffers,
  schoolCurrency,
  selectBumpOffers,
  selectOffersOf,
  type BumpItem,
  type BumpOfferRow,
} from './bump-queries.ts'
import { getOfferView } from './list-bump-offers.ts'

/** Concurrent changes of a school's offers run one after the other, so that an item never gets a fourth one. */
export async function createBumpOffer(
  ctx: Ctx,
  input: Input<typeof contract.createBumpOffer>,
): Promise<Reply<typeof contract.createBumpOffer>> {
  const { tx, school_id, now } = ctx
  const { bump_course_id, headline = '', description = '', is_on = true } = input
  const item = itemOf(input)
  await lockSchool(ctx)
  const course_ids = await coursesOfItem(ctx, item)
  const course = await getBumpCourse(ctx, bump_course_id, course_ids)
  const price = priceOf(ctx, course, input.price ?? null)
  const others = await selectOffersOf(ctx, item).execute()
  if (others.some((other) => other.bump_course_id === bump_course_id))
    throw new Refusal('bump_course_offered')
  if (others.length >= maxBumpOffers) throw new Refusal('bump_offers_full')
  const id = newId()
  const texts = { headline: headline.trim(), description: description.trim() }
  const times = { created_at: now, updated_at: now }
  await tx
    .insertInto('bump_offers')
    .values({
      school_id,
      id,
      ...item,
      bump_course_id,
      ...price,
      ...texts,
      is_on,
      position: others.length,
      ...times,
    })
    .execute()
  await ctx.audit('bump_offer.created', ['bump_offer', id], { course_name: course.course_name })
  ctx.invalidateSchool()
  return getOfferView(ctx, id)
}

/** Orders have the price of their moment, so a change concerns later purchases only. */
export async function updateBumpOffer(
  ctx: Ctx,
  { id, position, price: given, headline, description, is_on }: Input<typeof contract.updateBumpOffer>,
): Promise<Reply<typeof contract.updateBumpOffer>> {
  const { tx, school_id, now } = ctx
  const row = await lockOffer(ctx, id)
  const price =
    given === undefined ? {} : priceOf(ctx, await getBumpCourse(ctx, row.bump_course_id, []), given)
  await tx
    .updateTable('bump_offers')
    .set({
      ...price,
      ...(headline !== undefined && { headline: headline.trim() }),
      ...(description !== undefined && { description: description.trim() }),
      ...(is_on !== undefined && { is_on }),
      updated_at: now,
    })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  if (position !== undefined) await moveOffer(ctx, row, position)
  const view = await getOfferView(ctx, id)
  await ctx.audit('bump_offer.updated', ['bump_offer', id], { course_name: view.bump_course_name })
  ctx.invalidateSchool()
  return view
}

/** The row stays, because order lines refer to it. */
export async function deleteBumpOffer(
  ctx: Ctx,
  { id }: Input<typeof contract.deleteBumpOffer>,
): Promise<Reply<typeof contract.deleteBumpOffer>> {
  const { tx, school_id, now } = ctx
  const row = await lockOffer(ctx, id)
  const { bump_course_name: course_name } = await getOfferView(ctx, id)
  await tx
    .updateTable('bump_offers')
    .set({ deleted_at: now, updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  await renumber(ctx, await selectOffersOf(ctx, itemOfRow(row)).execute())
  await ctx.audit('bump_offer.deleted', ['bump_offer', id], { course_name })
  ctx.invalidateSchool()
  return okReply
}

function itemOf({ course_id, plan_id }: { course_id?: string; plan_id?: string }): BumpItem {
  if (course_id !== undefined && plan_id === undefined) return { course_id }
  if (plan_id !== undefined && course_id === undefined) return { plan_id }
  return refuseInvalidField('course_id', 'one_of', 'Give either a course or a plan.')
}

const itemOfRow = ({ course_id, plan_id }: Pick<BumpOfferRow, 'course_id' | 'plan_id'>): BumpItem =>
  plan_id === null ? { course_id: course_id! } : { plan_id }

/** The courses that an item opens. Refuses an item without a price, and a plan that is paid in several parts. */
async function coursesOfItem(ctx: Ctx, item: BumpItem): Promise<string[]> {
  if ('plan_id' in item) {
    if ((await getPlanKind(ctx, item.plan_id)) !== 'one_time') throw new Refusal('bump_item_unsuitable')
    const courses = await coursesOfPlans(ctx, [item.plan_id])
    return (courses.get(item.plan_id) ?? []).map(({ id }) => id)
  }
  const [course] = await getCourseRulesById(ctx, [item.course_id])
  if (!isSold(ctx, ensureFound(course))) throw new Refusal('bump_item_unsuitable')
  return [item.course_id]
}

/** Whether the course, or one of its tiers, has a price. */
const isSold = (ctx: Ctx, course: CourseRules) =>
  findNewStudentPrice(ctx, course) !== null || getFullTierPrices(ctx, course).some((price) => price > 0)

/** The course that is offered; it may still be private. Refuses one that is free or part of what is bought. */
async function getBumpCourse(ctx: Ctx, id: string, course_ids: readonly string[]): Promise<CourseRules> {
  const [found] = await getCourseRulesById(ctx, [id])
  const course = ensureFound(found)
  if (course_ids.includes(id) || !findNewStudentPrice(ctx, course))
    throw new Refusal('bump_course_unsuitable')
  return course
}

/** A price must be below the price without a sale: a sale may end before the offer does. */
function priceOf(ctx: Ctx, course: CourseRules, price: number | null) {
  if (price === null) return { price, currency: null }
  const { regular } = findNewStudentPrice(ctx, course)!
  if (price >= regular) throw new Refusal('bump_price_too_high')
  return { price, currency: schoolCurrency(ctx) }
}

async function lockOffer(ctx: Ctx, id: string): Promise<BumpOfferRow> {
  await lockSchool(ctx)
  return ensureFound(await selectBumpOffers(ctx).where('b.id', '=', id).executeTakeFirst())
}

async function moveOffer(ctx: Ctx, row: BumpOfferRow, position: number) {
  const offers = await selectOffersOf(ctx, itemOfRow(row)).execute()
  const others = offers.filter(({ id }) => id !== row.id)
  await renumber(ctx, [...others.slice(0, position), row, ...others.slice(position)])
}

async function renumber({ tx, school_id }: Ctx, offers: readonly Pick<BumpOfferRow, 'id' | 'position'>[]) {
  for (const [index, { id, position }] of offers.entries())
    if (position !== index)
      await tx
        .updateTable('bump_offers')
        .set({ position: index })
        .where('school_id', '=', school_id)
        .where('id', '=', id)
        .execute()
}
