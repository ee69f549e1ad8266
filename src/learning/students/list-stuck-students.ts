import { sql } from 'kysely'
import { mayLearnSql } from '#course-access/index.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { nameOrEmailContains } from '../enrolments/student-queries.ts'

const dayMs = 86_400_000
/** A student who did not open the course for this long is stuck. */
const stuckAfterMs = 14 * dayMs
/** After this long the student has probably left, and a message does not help. */
const leftAfterMs = 90 * dayMs

const activeAt = sql<Date>`coalesce(e.last_opened_at, e.created_at)`

export async function listStuckStudents(
  ctx: Ctx,
  { search, limit, cursor }: Input<typeof contract.listStuckStudents>,
): Promise<Reply<typeof contract.listStuckStudents>> {
  const page = await paginateByKeyset(selectStuckStudents(ctx, search), {
    by: ['active_at', 'course_id', 'student_id'],
    direction: 'asc',
    limit,
    cursor,
    key: (row) => [row.active_at, row.course_id, row.student_id],
  })
  const data = page.data.map((row) => ({
    ...row,
    avatar_url: row.avatar_upload_id && publicMediaUrl(row.avatar_upload_id),
  }))
  return { data, next_cursor: page.next_cursor }
}

/**
 * Selects approved students of the actor's courses who may learn now, have not completed the course, and last
 * opened it between 14 and 90 days ago. A student who never opened it counts from the enrolment.
 */
export function selectStuckStudents({ tx, school_id, actor, now }: Ctx, search?: string) {
  const stuckSince = new Date(now.getTime() - stuckAfterMs)
  const students = tx
    .selectFrom('enrolments as e')
    .innerJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.course_id'),
    )
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'e.school_id').onRef('u.id', '=', 'e.user_id'),
    )
    .where('e.school_id', '=', school_id)
    .where('e.status', '=', 'approved')
    .where('e.completed_at', 'is', null)
    .where(activeAt, '<=', stuckSince)
    .where(activeAt, '>', new Date(now.getTime() - leftAfterMs))
    .where('e.approved_at', '<=', stuckSince)
    .where(mayLearnSql({ enrolment: 'e', course: 'c' }, now))
    .where('c.deleted_at', 'is', null)
    .where('u.role', '=', 'student')
    .where('u.status', '=', 'active')
    .$if(actor.role === 'teacher', (query) =>
      query.where(({ or, eb }) =>
        or([eb('c.course_teacher_id', '=', actor.id), eb('c.created_by', '=', actor.id)]),
      ),
    )
    .$if(Boolean(search?.trim()), (query) => query.where(nameOrEmailContains(search!)))
    .select(['u.id as student_id', 'u.name', 'u.email', 'u.user_code', 'u.avatar_upload_id'])
    .select(['e.course_id', 'c.course_name', 'e.created_at', 'e.last_opened_at', activeAt.as('active_at')])
  // So that pages are ordered by the expression of the index.
  return tx.selectFrom(students.as('student')).selectAll()
}
