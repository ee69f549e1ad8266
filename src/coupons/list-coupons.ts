import { sql } from 'kysely'
import { courseNames } from '#courses/index.ts'
import { planNames } from '#payment-plans/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { couponState, type CouponAudience, type CouponState } from './policy.ts'
import {
  schoolDay,
  selectCoupons,
  selectCourseIds,
  selectPlanIds,
  selectStudentCourseIds,
  type CouponRow,
} from './queries.ts'

/** The state of `couponState`, in SQL. */
const stateSql = (today: string) => sql<CouponState>`(case
  when k.ends_on < ${today}::date then 'expired'
  when k.held_count + k.used_count >= k.max_uses then 'used_up'
  when k.is_paused then 'paused'
  when k.starts_on > ${today}::date then 'scheduled'
  else 'active' end)`

export async function listCoupons(
  ctx: Ctx,
  { limit, cursor, search = '', state }: Input<typeof contract.listCoupons>,
): Promise<Reply<typeof contract.listCoupons>> {
  const part = search.trim().toUpperCase()
  const query = selectCoupons(ctx)
    .$if(part !== '', (q) => q.where('k.code', 'like', `%${part.replace(/[\\%_]/g, '\\$&')}%`))
    .$if(state !== undefined, (q) => q.where(stateSql(schoolDay(ctx)), '=', state!))
  const page = await paginateByKeyset(query, {
    by: ['k.created_at', 'k.id'],
    direction: 'desc',
    key: (row) => [row.created_at, row.id],
    limit,
    cursor,
  })
  return { ...page, data: await couponViews(ctx, page.data) }
}

export const getCoupon = (ctx: Ctx, { id }: Input<typeof contract.getCoupon>) => getCouponView(ctx, id)

/** A coupon as staff see it. */
export async function getCouponView(ctx: Ctx, id: string): Promise<Reply<typeof contract.getCoupon>> {
  const row = ensureFound(await selectCoupons(ctx).where('k.id', '=', id).executeTakeFirst())
  const [view] = await couponViews(ctx, [row])
  return view!
}

async function couponViews(ctx: Ctx, rows: readonly CouponRow[]) {
  const today = schoolDay(ctx)
  const ids = rows.map(({ id }) => id)
  const chosen = await selectCourseIds(ctx, ids)
  const chosenPlans = await selectPlanIds(ctx, ids)
  const plans = await planNames(ctx, [...new Set([...chosenPlans.values()].flat())])
  const ofStudents = await selectStudentCourseIds(ctx, ids)
  const course_ids = [...chosen.values(), ...ofStudents.values()].flat()
  const names = await courseNames(ctx, [...new Set(course_ids)])
  const named = (list: readonly string[] = []) =>
    list.flatMap((id) => {
      const course_name = names.get(id)
      return course_name === undefined ? [] : [{ id, course_name }]
    })
  return rows.map((row) => ({
    ...row,
    state: couponState(row, today),
    plans: (chosenPlans.get(row.id) ?? []).map((id) => ({ id, name: plans.get(id) ?? '' })),
    courses: named(chosen.get(row.id)),
    // A check constraint limits it.
    audience: row.audience as CouponAudience,
    student_courses: named(ofStudents.get(row.id)),
  }))
}
