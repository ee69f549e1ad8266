import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { lockStudents } from '../enrolments/student-queries.ts'
import { mayManageStudents } from '../policy.ts'
import { getCourseRules, lockEnrolments } from '../queries.ts'
import { completeCourse, type CompletedContent } from './complete-course.ts'

/** Students multiplied by contents that one call may change. */
const maxChanges = 5_000

interface Chosen {
  course_id: string
  student_ids: string[]
  content_ids: string[]
}

/**
 * Staff correct the progress of students. A reset deletes what was counted, so that the student starts from
 * zero. A course that a student has completed stays completed.
 */
export async function changeProgress(
  ctx: Ctx,
  { course_id, completed, ...given }: Input<typeof contract.changeProgress>,
): Promise<Reply<typeof contract.changeProgress>> {
  ensureAllowed(mayManageStudents(ctx.actor, await getCourseRules(ctx, course_id)))
  if (given.student_ids.length * given.content_ids.length > maxChanges)
    refuseInvalidField('content_ids', 'too_many_changes', `Change at most ${maxChanges} at once.`)
  const students = await lockStudents(ctx, given.student_ids)
  const enrolments = await lockEnrolments(
    ctx,
    course_id,
    students.map(({ id }) => id),
  )
  const student_ids = enrolments.filter(({ status }) => status !== 'removed').map((one) => one.user_id)
  const chosen = { course_id, student_ids, content_ids: given.content_ids }
  if (student_ids.length === 0) return { contents: 0, students: 0 }

  const changed = completed ? await complete(ctx, chosen) : await reset(ctx, chosen)
  if (changed.length === 0) return { contents: 0, students: 0 }
  const changedStudents = [...new Set(changed.map((row) => row.user_id))]
  const content_ids = [...new Set(changed.map((row) => row.content_id))]
  await ctx.audit(completed ? 'progress.completed' : 'progress.reset', ['course', course_id], {
    student_ids: changedStudents,
    content_ids,
  })
  if (completed) await completeCourse(ctx, course_id, changed)
  return { contents: changed.length, students: changedStudents.length }
}

async function complete({ tx, school_id, now }: Ctx, { course_id, student_ids, content_ids }: Chosen) {
  const result = await sql<CompletedContent>`
    insert into content_progress as p
      (school_id, user_id, course_id, content_id, opened_at, marked_completed, completed_at, updated_at)
    select ${school_id}, s.id, t.course_id, t.id, null, true, ${now}, ${now}
    from unnest(${student_ids}::uuid[]) s (id)
    cross join contents t
    join courses c on c.school_id = t.school_id and t.course_id = coalesce(c.mirror_course_id, c.id)
    where t.school_id = ${school_id} and t.id = any(${content_ids}::uuid[]) and t.is_published
      and c.id = ${course_id}
    order by s.id, t.id
    on conflict (school_id, user_id, content_id) do update
      set completed_at = excluded.completed_at, marked_completed = true, updated_at = excluded.updated_at
      where p.completed_at is null
    returning user_id, content_id`.execute(tx)
  return result.rows
}

async function reset({ tx, school_id, now }: Ctx, { course_id, student_ids, content_ids }: Chosen) {
  const result = await sql<CompletedContent>`
    update content_progress p
    set completed_at = null, marked_completed = null, watched = '{}', visible = '{}', read_percentage = null,
      media_seconds = null, position_seconds = 0, score = null, is_submitted = false, is_passed = false,
      updated_at = ${now}
    from contents t
    join courses c on c.school_id = t.school_id and t.course_id = coalesce(c.mirror_course_id, c.id)
    where p.school_id = ${school_id} and p.user_id = any(${student_ids}::uuid[]) and p.content_id = t.id
      and t.school_id = ${school_id} and t.id = any(${content_ids}::uuid[]) and c.id = ${course_id}
      and p.completed_at is not null
    returning p.user_id, p.content_id`.execute(tx)
  return result.rows
}
