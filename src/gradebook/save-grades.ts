import { getCourseRules, selectApprovedStudents } from '#learning/index.ts'
import { mayEditCourse } from '#courses/index.ts'
import { ensureAllowed, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'
import { describeConflicts } from './describe-conflicts.ts'
import { lockTotals, storeTotals } from './course-totals.ts'
import { loadGrades, type Gradebook, type GradeWithResult } from './queries.ts'
import { pointsOf } from './record-results.ts'
import { writeGrades, type ChangedGrade } from './write-grades.ts'

type Given = Input<typeof contract.saveGrades>
type GivenGrade = Given['grades'][number]

/** Saves grades; those that others changed since are returned instead. Only what differs gets an entry in the history. */
export async function saveGrades(ctx: Ctx, given: Given): Promise<Reply<typeof contract.saveGrades>> {
  const { course_id, grades, reason = '' } = given
  ensureAllowed(mayEditCourse(ctx.actor, await getCourseRules(ctx, course_id)))
  if (new Set(grades.map(({ student_id, item_id }) => `${student_id}/${item_id}`)).size < grades.length)
    refuseInvalidField('grades', 'duplicate', 'A grade is given twice.')
  const items = await holdItems(ctx, given)
  await ensureStudents(ctx, given)
  const student_ids = grades.map(({ student_id }) => student_id)
  await lockTotals(ctx, course_id, student_ids)
  const stored = await loadGrades(ctx, course_id, [...new Set(student_ids)])
  const compared = grades.map((grade) => compare(grade, stored, items))
  const changed = compared.flatMap(({ state, grade }) => (state === 'changed' ? [grade] : []))
  ensureReason(changed, items, reason.trim())
  await writeGrades(ctx, {
    course_id,
    changed,
    reason: reason.trim(),
    changed_by: ctx.actor.id,
    is_result: false,
  })
  await storeTotals(
    ctx,
    course_id,
    changed.map(({ student_id }) => student_id),
  )
  if (changed.length > 0) {
    const changed_ids = [...new Set(changed.map(({ student_id }) => student_id))]
    await ctx.audit('gradebook.graded', ['course', course_id], { student_ids: changed_ids })
  }
  return {
    saved: compared.flatMap(({ state, grade }) => (state === 'conflict' ? [] : [grade])),
    conflicts: await describeConflicts(
      ctx,
      course_id,
      compared.flatMap(({ state, grade }) => (state === 'conflict' ? [grade] : [])),
    ),
  }
}

/** What becomes of a grade: the new one, or the stored one if it is equal or was changed since. */
function compare(given: GivenGrade, stored: Map<string, GradeWithResult[]>, items: Items) {
  const { student_id, item_id } = given
  const before = stored.get(student_id)?.find((one) => one.item_id === item_id)
  const now = before ?? { item_id, ...emptyGrade }
  const next = nextGrade(given, now, items.get(item_id)!)
  const isEqual =
    now.points === next.points &&
    now.is_excused === next.is_excused &&
    now.is_late === next.is_late &&
    (now.is_override || !next.is_override)
  if (isEqual) return { state: 'equal' as const, grade: { student_id, ...now } }
  if (given.version !== undefined && given.version !== now.version)
    return { state: 'conflict' as const, grade: { student_id, ...now } }
  return { state: 'changed' as const, grade: { student_id, ...now, ...next, version: now.version + 1 } }
}

const emptyGrade = {
  points: null,
  is_excused: false,
  is_late: false,
  is_override: false,
  result_percent: null,
  result_is_late: false,
  version: 0,
}

/** What a person gave, or the result of the assessment instead of what a person gave before. */
function nextGrade(
  given: GivenGrade,
  now: Pick<GradeWithResult, 'result_percent' | 'result_is_late'>,
  { assessment_id, max_points }: Item,
) {
  if (assessment_id !== null && given.is_override === false)
    return {
      points: pointsOf(now.result_percent, max_points),
      is_excused: false,
      is_late: now.result_is_late,
      is_override: false,
    }
  const { points, is_excused = false, is_late = false } = given
  return { points, is_excused, is_late, is_override: assessment_id !== null }
}

type Item = Pick<Gradebook['items'][number], 'assessment_id' | 'max_points'>
type Items = ReadonlyMap<string, Item>

/** A person who replaces the result of an assessment says why. */
function ensureReason(grades: readonly ChangedGrade[], items: Items, reason: string) {
  const replaced = grades.some(({ item_id, is_override }) => is_override && items.get(item_id)!.assessment_id)
  if (replaced && reason === '')
    refuseInvalidField(
      'reason',
      'required',
      'A grade that replaces the result of an assessment needs a reason.',
    )
}

/** The items by id. They are held until commit, so that none is deleted meanwhile. */
async function holdItems({ tx, school_id }: Ctx, { course_id, grades }: Given): Promise<Items> {
  const ids = new Set(grades.map(({ item_id }) => item_id))
  const items = await tx
    .selectFrom('grade_items')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('id', 'in', [...ids])
    .select(['id', 'assessment_id', 'max_points'])
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (items.length < ids.size)
    refuseInvalidField('grades', 'item_unknown', 'An item is not in this gradebook.')
  return new Map(items.map(({ id, ...item }) => [id, item]))
}

async function ensureStudents(ctx: Ctx, { course_id, grades }: Given) {
  const ids = new Set(grades.map(({ student_id }) => student_id))
  const students = await selectApprovedStudents(ctx, course_id)
    .where('u.id', 'in', [...ids])
    .select('u.id')
    .execute()
  if (students.length < ids.size)
    refuseInvalidField('grades', 'student_unknown', 'A person is not a student of this course.')
}
