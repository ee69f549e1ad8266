import { courseNames } from '#courses/index.ts'
import { findNewStudentPrice, getCourseRulesById, mayRequestEnrolment } from '#learning/index.ts'
import { coursesOfPlans, planNames } from '#payment-plans/index.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './bump-contract.ts'
import { schoolCurrency, selectBumpOffers, type BumpOfferRow } from './bump-queries.ts'

type BumpOffer = Reply<typeof contract.createBumpOffer>

export async function listBumpOffers(
  ctx: Ctx,
  { limit, cursor, course_id, plan_id }: Input<typeof contract.listBumpOffers>,
): Promise<Reply<typeof contract.listBumpOffers>> {
  const query = selectBumpOffers(ctx)
    .$if(course_id !== undefined, (offers) => offers.where('b.course_id', '=', course_id!))
    .$if(plan_id !== undefined, (offers) => offers.where('b.plan_id', '=', plan_id!))
  const page = await paginateByKeyset(query, {
    by: ['b.created_at', 'b.id'],
    direction: 'desc',
    key: (row) => [row.created_at, row.id],
    limit,
    cursor,
  })
  return { ...page, data: await offerViews(ctx, page.data) }
}

/** An offer as staff see it. */
export async function getOfferView(ctx: Ctx, id: string): Promise<BumpOffer> {
  const row = ensureFound(await selectBumpOffers(ctx).where('b.id', '=', id).executeTakeFirst())
  const [view] = await offerViews(ctx, [row])
  return view!
}

const idsOf = (ids: readonly (string | null)[]) => [...new Set(ids.flatMap((id) => id ?? []))]

async function offerViews(ctx: Ctx, rows: readonly BumpOfferRow[]): Promise<BumpOffer[]> {
  const courses = await courseNames(ctx, idsOf(rows.flatMap((row) => [row.course_id, row.bump_course_id])))
  const plan_ids = idsOf(rows.map(({ plan_id }) => plan_id))
  const plans = await planNames(ctx, plan_ids)
  const included = await coursesOfPlans(ctx, plan_ids)
  const revenue = await revenueOf(
    ctx,
    rows.map(({ id }) => id),
  )
  const open = await findCoursesForSale(ctx, idsOf(rows.map(({ bump_course_id }) => bump_course_id)))
  const currency = schoolCurrency(ctx)
  return rows.map((row) => ({
    ...row,
    item_name: (row.plan_id ? plans.get(row.plan_id) : courses.get(row.course_id!)) ?? '',
    bump_course_name: courses.get(row.bump_course_id) ?? '',
    currency: row.currency ?? currency,
    state: stateOf(row, {
      isOpen: open.has(row.bump_course_id),
      isIncluded:
        row.plan_id !== null && (included.get(row.plan_id) ?? []).some(({ id }) => id === row.bump_course_id),
      currency,
    }),
    take_rate: row.offered_count > 0 ? Math.round((row.accepted_count * 10_000) / row.offered_count) : null,
    revenue: revenue.get(row.id) ?? [],
  }))
}

function stateOf(
  row: Pick<BumpOfferRow, 'is_on' | 'currency'>,
  { isOpen, isIncluded, currency }: { isOpen: boolean; isIncluded: boolean; currency: string },
): BumpOffer['state'] {
  if (!row.is_on) return 'off'
  if (isIncluded) return 'included'
  if (!isOpen) return 'course_closed'
  return row.currency === null || row.currency === currency ? 'offered' : 'currency_changed'
}

/** Those of the courses that a new student can buy now. */
async function findCoursesForSale(ctx: Ctx, course_ids: readonly string[]) {
  const courses = await getCourseRulesById(ctx, course_ids)
  const open = courses.filter(
    (course) =>
      mayRequestEnrolment(course, 'id', ctx.now).allowed && findNewStudentPrice(ctx, course) !== null,
  )
  return new Set(open.map(({ id }) => id))
}

/** Sums of offers by currency. */
async function revenueOf({ tx, school_id }: Ctx, bump_ids: readonly string[]) {
  if (bump_ids.length === 0) return new Map<string, { currency: string; amount: number }[]>()
  const rows = await tx
    .selectFrom('bump_revenue')
    .where('school_id', '=', school_id)
    .where('bump_id', 'in', [...bump_ids])
    .orderBy('currency')
    .select(['bump_id', 'currency', 'sales', 'refunds', 'disputes'])
    .execute()
  const groups = Map.groupBy(rows, ({ bump_id }) => bump_id)
  return new Map(
    [...groups].map(([id, sums]) => [
      id,
      sums.map(({ currency, sales, refunds, disputes }) => ({
        currency,
        amount: sales - refunds - disputes,
      })),
    ]),
  )
}
