import { getCourseRules, selectApprovedStudents } from '#learning/index.ts'
import { mayEditCourse } from '#courses/index.ts'
import { ensureAllowed, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { okReply } from '#platform/contract/schemas.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'

type Given = Input<typeof contract.saveGrades>
type GivenGrade = Given['grades'][number]

/** Saves grades; only those that differ get an entry in the history. */
export async function saveGrades(ctx: Ctx, given: Given): Promise<Reply<typeof contract.saveGrades>> {
  const { course_id, grades, reason = '' } = given
  ensureAllowed(mayEditCourse(ctx.actor, await getCourseRules(ctx, course_id)))
  if (new Set(grades.map(({ student_id, item_id }) => `${student_id}/${item_id}`)).size < grades.length)
    refuseInvalidField('grades', 'duplicate', 'A grade is given twice.')
  await ensureItems(ctx, given)
  await ensureStudents(ctx, given)
  const changed = await writeGrades(ctx, course_id, grades)
  if (changed.length === 0) return okReply
  await ctx.tx
    .insertInto('grade_history')
    .values(
      changed.map((grade) => ({
        ...grade,
        school_id: ctx.school_id,
        id: newId(),
        course_id,
        reason: reason.trim(),
        changed_by: ctx.actor.id,
        changed_at: ctx.now,
      })),
    )
    .execute()
  const student_ids = [...new Set(changed.map(({ user_id }) => user_id))]
  await ctx.audit('gradebook.graded', ['course', course_id], { student_ids })
  return okReply
}

/** Held until commit, so that no item is deleted meanwhile. */
async function ensureItems({ tx, school_id }: Ctx, { course_id, grades }: Given) {
  const ids = new Set(grades.map(({ item_id }) => item_id))
  const items = await tx
    .selectFrom('grade_items')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('id', 'in', [...ids])
    .select('id')
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (items.length < ids.size)
    refuseInvalidField('grades', 'item_unknown', 'An item is not in this gradebook.')
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

function writeGrades({ tx, school_id, now }: Ctx, course_id: string, grades: readonly GivenGrade[]) {
  const keyOf = ({ student_id, item_id }: GivenGrade) => `${student_id}/${item_id}`
  return tx
    .insertInto('grades')
    .values(
      // Always in the same order, so that two savers do not wait for each other.
      grades
        .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
        .map(({ student_id: user_id, item_id, points, is_excused = false }) => {
          return { school_id, course_id, user_id, item_id, points, is_excused, updated_at: now }
        }),
    )
    .onConflict((on) =>
      on
        .columns(['school_id', 'course_id', 'user_id', 'item_id'])
        .doUpdateSet(({ ref }) => ({
          points: ref('excluded.points'),
          is_excused: ref('excluded.is_excused'),
          updated_at: ref('excluded.updated_at'),
        }))
        .where(({ or, eb, ref }) =>
          or([
            eb('grades.points', 'is distinct from', ref('excluded.points')),
            eb('grades.is_excused', 'is distinct from', ref('excluded.is_excused')),
          ]),
        ),
    )
    .returning(['user_id', 'item_id', 'points', 'is_excused'])
    .execute()
}
