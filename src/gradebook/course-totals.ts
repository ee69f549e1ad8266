import { sql } from 'kysely'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { loadGradebook, loadGrades } from './queries.ts'
import { totalsOf } from './totals-of.ts'

/**
 * Until commit, nobody else changes grades of these students in the course: two changes at the same time would each
 * compute a total without the other one. Sorted, so that two callers do not wait for each other.
 */
export async function lockTotals(
  { tx, school_id, now }: Ctx,
  course_id: string,
  user_ids: readonly string[],
) {
  if (user_ids.length === 0) return
  await tx
    .insertInto('grade_totals')
    .values(
      [...new Set(user_ids)]
        .toSorted()
        .map((user_id) => ({ school_id, course_id, user_id, updated_at: now })),
    )
    .onConflict((on) =>
      on
        .columns(['school_id', 'course_id', 'user_id'])
        .doUpdateSet(({ ref }) => ({ updated_at: ref('excluded.updated_at') })),
    )
    .execute()
}

/** Stores the totals of students whose rows the caller has locked. */
export async function storeTotals(ctx: Ctx, course_id: string, user_ids: readonly string[]) {
  const { tx, school_id } = ctx
  const ids = [...new Set(user_ids)]
  if (ids.length === 0) return
  const book = await loadGradebook(ctx, course_id)
  const grades = await loadGrades(ctx, course_id, ids)
  const rows = ids.map((user_id) => {
    const { total_percent, total_with_missing } = totalsOf(book, grades.get(user_id) ?? [])
    return { user_id, total_percent, total_with_missing }
  })
  await sql`
    update grade_totals t set total_percent = r.total_percent, total_with_missing = r.total_with_missing
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(user_id uuid, total_percent double precision, total_with_missing double precision)
    where t.school_id = ${school_id} and t.course_id = ${course_id} and t.user_id = r.user_id`.execute(tx)
}

/** Totals of students of a course in percent, by student; without those who never had a grade. */
export async function findCourseTotals(
  { tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>,
  course_id: string,
  user_ids: readonly string[],
) {
  if (user_ids.length === 0) return new Map<string, never>()
  const rows = await tx
    .selectFrom('grade_totals')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('user_id', 'in', [...user_ids])
    .select(['user_id', 'total_percent', 'total_with_missing'])
    .execute()
  return new Map(rows.map(({ user_id, ...totals }) => [user_id, totals]))
}

const studentsAtOnce = 200

/** Computes all totals of a course again, in transactions of 200 students. Safe to repeat. */
export async function recomputeTotals(ctx: CtxWithoutTx, { course_id }: { course_id: string }) {
  let after: string | null = ''
  while (after !== null) {
    const from: string = after
    after = await ctx.transact((within) => recomputeSome(within, course_id, from))
  }
}

/** Returns the last of the students, or null if there are no more. */
async function recomputeSome(ctx: Ctx, course_id: string, after: string): Promise<string | null> {
  let query = ctx.tx
    .selectFrom('grade_totals')
    .where('school_id', '=', ctx.school_id)
    .where('course_id', '=', course_id)
    .select('user_id')
  if (after) query = query.where('user_id', '>', after)
  const rows = await query.orderBy('user_id').limit(studentsAtOnce).execute()
  const ids = rows.map(({ user_id }) => user_id)
  if (ids.length > 0) {
    await lockTotals(ctx, course_id, ids)
    await storeTotals(ctx, course_id, ids)
  }
  return ids.length < studentsAtOnce ? null : ids.at(-1)!
}
