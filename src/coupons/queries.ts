import { sql } from 'kysely'
import { localDay } from '#lib/dates/local-day.ts'
import type { Ctx, RequestContext } from '#tenancy/context/request-context.ts'
import type { CouponRules } from './policy.ts'

/** Today in the school's time zone. */
export const schoolDay = ({ school, now }: Pick<RequestContext, 'school' | 'now'>): string =>
  localDay(school?.time_zone ?? 'UTC', now)

/** The school's currency as ISO 4217 code. */
export const schoolCurrency = ({ school }: Pick<RequestContext, 'school'>): string =>
  school!.currency_code.trim().toUpperCase()

const dayText = (column: 'starts_on' | 'ends_on') =>
  sql<string | null>`to_char(${sql.ref(`k.${column}`)}, 'YYYY-MM-DD')`

export const selectCoupons = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('coupons as k')
    .where('k.school_id', '=', school_id)
    .select([
      'k.id',
      'k.code',
      'k.percent_off',
      'k.amount_off',
      'k.free_months',
      'k.currency',
      'k.applies_to_all_courses',
    ])
    .select([
      'k.is_paused',
      'k.max_uses',
      'k.held_count',
      'k.used_count',
      'k.once_per_person',
      'k.excludes_sale_prices',
      'k.audience',
      'k.created_at',
    ])
    .select([dayText('starts_on').as('starts_on'), dayText('ends_on').as('ends_on')])

export type CouponRow = Awaited<ReturnType<ReturnType<typeof selectCoupons>['executeTakeFirstOrThrow']>>

/** Ids of the chosen courses of coupons; none for a coupon that applies to all. */
export async function selectCourseIds({ tx, school_id }: Ctx, coupon_ids: readonly string[]) {
  if (coupon_ids.length === 0) return new Map<string, string[]>()
  const rows = await tx
    .selectFrom('coupon_courses')
    .where('school_id', '=', school_id)
    .where('coupon_id', 'in', [...coupon_ids])
    .orderBy('course_id')
    .select(['coupon_id', 'course_id'])
    .execute()
  const groups = Map.groupBy(rows, ({ coupon_id }) => coupon_id)
  return new Map([...groups].map(([id, list]) => [id, list.map(({ course_id }) => course_id)]))
}

/** Ids of the courses whose students may use these coupons. */
export async function selectStudentCourseIds({ tx, school_id }: Ctx, coupon_ids: readonly string[]) {
  if (coupon_ids.length === 0) return new Map<string, string[]>()
  const rows = await tx
    .selectFrom('coupon_student_courses')
    .where('school_id', '=', school_id)
    .where('coupon_id', 'in', [...coupon_ids])
    .orderBy('course_id')
    .select(['coupon_id', 'course_id'])
    .execute()
  const groups = Map.groupBy(rows, ({ coupon_id }) => coupon_id)
  return new Map([...groups].map(([id, list]) => [id, list.map(({ course_id }) => course_id)]))
}

/** Ids of the chosen plans of coupons. */
export async function selectPlanIds({ tx, school_id }: Ctx, coupon_ids: readonly string[]) {
  if (coupon_ids.length === 0) return new Map<string, string[]>()
  const rows = await tx
    .selectFrom('coupon_plans')
    .where('school_id', '=', school_id)
    .where('coupon_id', 'in', [...coupon_ids])
    .orderBy('plan_id')
    .select(['coupon_id', 'plan_id'])
    .execute()
  const groups = Map.groupBy(rows, ({ coupon_id }) => coupon_id)
  return new Map([...groups].map(([id, list]) => [id, list.map(({ plan_id }) => plan_id)]))
}

/** A coupon with what its rules need. */
export type Coupon = CouponRow &
  CouponRules & {
    /** Courses whose students may use it; empty for another audience. */
    student_course_ids: readonly string[]
  }

export async function findCoupon(ctx: Ctx, by: { code: string } | { id: string }): Promise<Coupon | null> {
  const row = await (
    'code' in by
      ? selectCoupons(ctx).where('k.code', '=', by.code.trim().toUpperCase())
      : selectCoupons(ctx).where('k.id', '=', by.id)
  ).executeTakeFirst()
  if (!row) return null
  const student_course_ids =
    row.audience === 'students' ? ((await selectStudentCourseIds(ctx, [row.id])).get(row.id) ?? []) : []
  if (row.applies_to_all_courses) return { ...row, student_course_ids, course_ids: [], plan_ids: [] }
  const courses = await selectCourseIds(ctx, [row.id])
  const plans = await selectPlanIds(ctx, [row.id])
  return {
    ...row,
    student_course_ids,
    course_ids: courses.get(row.id) ?? [],
    plan_ids: plans.get(row.id) ?? [],
  }
}

const selectRedemptions = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('coupon_redemptions')
    .where('school_id', '=', school_id)
    .select(['order_id', 'coupon_id', 'user_id', 'course_id', 'slot', 'discount', 'state'])

/** The redemption of an order, as it is after the row's last change. */
export const findRedemption = (ctx: Ctx, order_id: string) =>
  selectRedemptions(ctx).where('order_id', '=', order_id).executeTakeFirst()

/** The uses of a coupon by a person, released ones left out. */
export const selectUsesOf = (ctx: Ctx, use: { coupon_id: string; user_id: string }) =>
  selectRedemptions(ctx)
    .where('coupon_id', '=', use.coupon_id)
    .where('user_id', '=', use.user_id)
    .where('state', '<>', 'released')
    .execute()
