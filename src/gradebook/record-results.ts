import { sql } from 'kysely'
import { listCourseResults, type CourseResult } from '#assessments/index.ts'
import { roundHalfUp } from '#lib/grades/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { lockTotals, storeTotals } from './course-totals.ts'
import { loadGrades } from './queries.ts'
import { writeGrades, type ChangedGrade } from './write-grades.ts'

interface FedItem {
  id: string
  max_points: number
  assessment_id: string
}

/** Items of a course whose grades are the results of assessments. */
async function findFedItems({ tx, school_id }: Ctx, course_id: string, assessment_id?: string) {
  let query = tx
    .selectFrom('grade_items')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .select((eb) => ['id', 'max_points', eb.ref('assessment_id').$notNull().as('assessment_id')])
  query = assessment_id
    ? query.where('assessment_id', '=', assessment_id)
    : query.where('assessment_id', 'is not', null)
  return query.orderBy('id').execute()
}

interface Result extends CourseResult {
  course_id: string
  assessment_id: string
}

/** Makes the result of an assessment the grade of its item, if the gradebook has one. Repeating it changes nothing. */
export async function recordGradeResult(ctx: Ctx, { course_id, assessment_id, ...result }: Result) {
  for (const item of await findFedItems(ctx, course_id, assessment_id))
    await applyResults(ctx, { course_id, item, results: [result] })
}

const studentsAtOnce = 200

/** Brings the grades of all items with an assessment up to date, in transactions of 200 students. Safe to repeat. */
export async function syncResults(ctx: CtxWithoutTx, { course_id }: { course_id: string }) {
  for (const item of await ctx.transact((within) => findFedItems(within, course_id))) {
    let after: string | null = null
    do {
      const from: string | null = after
      after = await ctx.transact(async (within) => {
        const { assessment_id } = item
        const page = { course_id, assessment_id, after: from, limit: studentsAtOnce }
        const results = await listCourseResults(within, page)
        await applyResults(within, { course_id, item, results })
        return results.length < studentsAtOnce ? null : results.at(-1)!.student_id
      })
    } while (after !== null)
  }
}

/** Points of a result for an item. */
export const pointsOf = (percent: number | null, max_points: number) =>
  percent === null ? null : roundHalfUp((percent * max_points) / 100, 4)

interface Applied {
  course_id: string
  item: FedItem
  results: readonly CourseResult[]
}

/** Stores results. They become the grades, except where a person set another one. */
async function applyResults(ctx: Ctx, { course_id, item, results }: Applied) {
  if (results.length === 0) return
  const ids = results.map(({ student_id }) => student_id)
  await lockTotals(ctx, course_id, ids)
  const stored = await loadGrades(ctx, course_id, ids)
  const changed = results.flatMap(({ student_id, score, is_late }): ChangedGrade[] => {
    const before = stored.get(student_id)?.find(({ item_id }) => item_id === item.id)
    if (before?.is_override) return []
    const points = pointsOf(score, item.max_points)
    if (before && before.points === points && before.is_late === is_late && !before.is_excused) return []
    const version = (before?.version ?? 0) + 1
    const grade = { points, is_excused: false, is_late, is_override: false, version }
    return [{ student_id, item_id: item.id, ...grade }]
  })
  await writeGrades(ctx, { course_id, changed, reason: '', changed_by: null, is_result: true })
  await storeResults(ctx, { course_id, item, results })
  await storeTotals(
    ctx,
    course_id,
    changed.map(({ student_id }) => student_id),
  )
}

/** Also under a grade that a person set: it can be taken back to the result. */
async function storeResults({ tx, school_id }: Ctx, { course_id, item, results }: Applied) {
  await sql`
    update grades g set result_percent = r.score, result_is_late = r.is_late
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as r(student_id uuid, score double precision, is_late boolean)
    where g.school_id = ${school_id} and g.course_id = ${course_id} and g.user_id = r.student_id
      and g.item_id = ${item.id}`.execute(tx)
}
