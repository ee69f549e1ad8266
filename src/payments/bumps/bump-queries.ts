import type { Ctx } from '#tenancy/context/request-context.ts'

/** Offers that a course or plan may have. */
export const maxBumpOffers = 3

/** What offers are added to. */
export type BumpItem = { course_id: string } | { plan_id: string }

/** Offers that staff have not deleted. */
export const selectBumpOffers = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('bump_offers as b')
    .where('b.school_id', '=', school_id)
    .where('b.deleted_at', 'is', null)
    .select(['b.id', 'b.course_id', 'b.plan_id', 'b.bump_course_id', 'b.price', 'b.currency', 'b.headline'])
    .select(['b.description', 'b.is_on', 'b.position', 'b.offered_count', 'b.accepted_count', 'b.created_at'])

export type BumpOfferRow = Awaited<ReturnType<ReturnType<typeof selectBumpOffers>['executeTakeFirstOrThrow']>>

/** The offers of a course or plan in their order. */
export function selectOffersOf(ctx: Ctx, item: BumpItem) {
  const query = selectBumpOffers(ctx).orderBy('b.position').orderBy('b.id').limit(maxBumpOffers)
  return 'plan_id' in item
    ? query.where('b.plan_id', '=', item.plan_id)
    : query.where('b.course_id', '=', item.course_id)
}

/** The school's currency as ISO 4217 code. */
export const schoolCurrency = ({ school }: Pick<Ctx, 'school'>): string =>
  school!.currency_code.trim().toUpperCase()
