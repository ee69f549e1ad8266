import { getCourseRules, selectApprovedStudents } from '#learning/index.ts'
import { mayEditCourse } from '#courses/index.ts'
import { ensureAllowed, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'
import { lockTotals, storeTotals } from './kept-totals.ts'
import { loadGrades, type StoredGrade } from './queries.ts'
import { writeGrades, type ChangedGrade } from './write-grades.ts'

type Given = Input<typeof contract.saveGrades>
type GivenGrade = Given['grades'][number]
type Conflict = Reply<typeof contract.saveGrades>['conflicts'][number]

/** Saves grades; those that others changed since are returned instead. Only what differs gets an entry in the history. */
export async function saveGrades(ctx: Ctx, given: Given): Promise<Reply<typeof contract.saveGrades>> {
  const { course_id, grades, reason = '' } = given
  ensureAllowed(mayEditCourse(ctx.actor, await getCourseRules(ctx, course_id)))
  if (new Set(grades.map(({ student_id, item_id }) => `${student_id}/${item_id}`)).size < grades.length)
    refuseInvalidField('grades', 'duplicate', 'A grade is given twice.')
  const fed = await itemsWithResults(ctx, given)
  await ensureStudents(ctx, given)
  const student_ids = grades.map(({ student_id }) => student_id)
  await lockTotals(ctx, course_id, student_ids)
  const stored = await loadGrades(ctx, course_id, [...new Set(student_ids)])
  const compared = grades.map((grade) => compare(grade, stored, fed))
  const changed = compared.flatMap(({ state, grade }) => (state === 'changed' ? [grade] : []))
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
    conflicts: await describe(
      ctx,
      course_id,
      compared.flatMap(({ state, grade }) => (state === 'conflict' ? [grade] : [])),
    ),
  }
}

/** What becomes of a grade: the new one, or the stored one if it is equal or was changed since. */
function compare(given: GivenGrade, stored: Map<string, StoredGrade[]>, fed: ReadonlySet<string>) {
  const { student_id, item_id, points, is_excused = false, is_late = false } = given
  const before = stored.get(student_id)?.find((one) => one.item_id === item_id)
  const version = before?.version ?? 0
  const grade: ChangedGrade = {
    student_id,
    item_id,
    points,
    is_excused,
    is_late,
    is_override: fed.has(item_id),
    version: version + 1,
  }
  const now = before ?? { points: null, is_excused: false, is_late: false }
  const isEqual = now.points === points && now.is_excused === is_excused && now.is_late === is_late
  if (isEqual) return { state: 'equal' as const, grade: { ...grade, ...before, version } }
  if (given.version !== undefined && given.version !== version)
    return {
      state: 'conflict' as const,
      grade: { ...grade, ...now, is_override: before?.is_override ?? false, version },
    }
  return { state: 'changed' as const, grade }
}

/** Items with an assessment. All are held until commit, so that none is deleted meanwhile. */
async function itemsWithResults({ tx, school_id }: Ctx, { course_id, grades }: Given) {
  const ids = new Set(grades.map(({ item_id }) => item_id))
  const items = await tx
    .selectFrom('grade_items')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('id', 'in', [...ids])
    .select(['id', 'assessment_id'])
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (items.length < ids.size)
    refuseInvalidField('grades', 'item_unknown', 'An item is not in this gradebook.')
  return new Set(items.filter(({ assessment_id }) => assessment_id !== null).map(({ id }) => id))
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

/** Who changed these grades last, and when. */
async function describe(
  { tx, school_id, now }: Ctx,
  course_id: string,
  grades: readonly ChangedGrade[],
): Promise<Conflict[]> {
  if (grades.length === 0) return []
  const changes = await tx
    .selectFrom('grade_history as h')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'h.school_id').onRef('u.id', '=', 'h.changed_by'),
    )
    .where('h.school_id', '=', school_id)
    .where('h.course_id', '=', course_id)
    .where(
      'h.user_id',
      'in',
      grades.map(({ student_id }) => student_id),
    )
    .where(
      'h.item_id',
      'in',
      grades.map(({ item_id }) => item_id),
    )
    .distinctOn(['h.user_id', 'h.item_id'])
    .orderBy('h.user_id')
    .orderBy('h.item_id')
    .orderBy('h.changed_at', 'desc')
    .orderBy('h.id', 'desc')
    .select(['h.user_id', 'h.item_id', 'h.changed_at', 'u.name'])
    .execute()
  return grades.map((grade) => {
    const last = changes.find(
      ({ user_id, item_id }) => user_id === grade.student_id && item_id === grade.item_id,
    )
    return { ...grade, changed_by_name: last?.name ?? null, changed_at: last?.changed_at ?? now }
  })
}
