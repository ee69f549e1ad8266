import { sql } from 'kysely'
import { localDay } from '#lib/dates/local-day.ts'
import { nextSaleChange } from '#lib/money/sale-price.ts'
import { courseNames } from '#courses/index.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { instalmentAmounts, priceOn, type PlanKind, type PlanStatus } from './policy.ts'
import type { PlanInterval } from './plan-terms.ts'

/** A transaction of a school. */
export type SchoolTx = Pick<Ctx, 'tx' | 'school_id'>

/** Check constraints limit the texts to these values. */
export const selectPlans = ({ tx, school_id }: SchoolTx) =>
  tx
    .selectFrom('payment_plans as p')
    .where('p.school_id', '=', school_id)
    .select([
      'p.id',
      'p.name',
      'p.description',
      'p.price',
      'p.currency',
      'p.instalment_count',
      'p.trial_days',
      'p.trial_needs_card',
      'p.sale_price',
      'p.sale_starts_on',
      'p.sale_ends_on',
    ])
    .select([
      sql<PlanKind>`p.kind`.as('kind'),
      sql<PlanInterval | null>`p.interval`.as('interval'),
      sql<PlanStatus>`p.status`.as('status'),
    ])
    .select(['p.position', 'p.created_at'])
    .select(['p.enable_affiliates', 'p.affiliates_percentage_off', 'p.default_affiliate_commission'])

export type PlanRow = Awaited<ReturnType<ReturnType<typeof selectPlans>['executeTakeFirstOrThrow']>>

/** Names of plans by id, whatever their status. */
export async function planNames(
  { tx, school_id }: SchoolTx,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('payment_plans')
    .where('school_id', '=', school_id)
    .where('id', 'in', ids)
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** How a plan of the school is paid; refuses an unknown one. */
export async function getPlanKind(ctx: SchoolTx, plan_id: string): Promise<PlanKind> {
  const { kind } = ensureFound(await selectPlans(ctx).where('p.id', '=', plan_id).executeTakeFirst())
  return kind
}

/** Keyset of the school's order. */
export const inOrder = {
  by: ['p.position', 'p.id'] as ['p.position', 'p.id'],
  direction: 'asc',
  key: (row: { position: number; id: string }) => [row.position, row.id],
} as const

/** Courses of plans in their order. Deleted courses are left out. */
export async function coursesOfPlans(ctx: SchoolTx, plan_ids: readonly string[]) {
  if (plan_ids.length === 0) return new Map<string, { id: string; course_name: string }[]>()
  const rows = await ctx.tx
    .selectFrom('payment_plan_courses')
    .where('school_id', '=', ctx.school_id)
    .where('plan_id', 'in', [...plan_ids])
    .orderBy('position')
    .select(['plan_id', 'course_id'])
    .execute()
  const ids = rows.map(({ course_id }) => course_id)
  const names = await courseNames(ctx, ids)
  const groups = Map.groupBy(rows, ({ plan_id }) => plan_id)
  return new Map(
    [...groups].map(([plan_id, list]) => [
      plan_id,
      list.flatMap(({ course_id: id }) => {
        const course_name = names.get(id)
        return course_name === undefined ? [] : [{ id, course_name }]
      }),
    ]),
  )
}

/** The clock of a school. */
export interface SchoolTime {
  time_zone: string
  now: Date
}

/** Plans with their courses, payments and sales. */
export async function planViews<Row extends PlanRow>(
  ctx: SchoolTx,
  rows: readonly Row[],
  { time_zone, now }: SchoolTime,
) {
  const today = localDay(time_zone, now)
  const courses = await coursesOfPlans(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    instalments: instalmentsOf(row, row.price),
    courses: courses.get(row.id) ?? [],
    current_sale: currentSale(row, today),
    price_changes_at: row.sale_price === null ? null : nextSaleChange(row, { timeZone: time_zone, now }),
  }))
}

const instalmentsOf = ({ instalment_count: count, currency }: PlanRow, price: number) =>
  count === null ? [] : instalmentAmounts(price, count, currency)

function currentSale(row: PlanRow, today: string) {
  const price = priceOn(row, today)
  return price === row.price
    ? null
    : { price, instalments: instalmentsOf(row, price), ends_on: row.sale_ends_on }
}
