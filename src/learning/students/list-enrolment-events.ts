import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import type { EnrolmentStatus } from '../enrolments/enrolment.ts'
import { getStudent } from '../enrolments/student-queries.ts'
import { mayReadStudent } from '../policy.ts'
import type { EnrolmentCause } from '../shapes.ts'

export async function listEnrolmentEvents(
  ctx: Ctx,
  { student_id, course_id, limit, cursor }: Input<typeof contract.listEnrolmentEvents>,
): Promise<Reply<typeof contract.listEnrolmentEvents>> {
  ensureAllowed(mayReadStudent(ctx.actor, student_id))
  await getStudent(ctx, student_id)
  const page = await paginateByKeyset(events(ctx, student_id, course_id), {
    by: ['v.created_at', 'v.id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at, row.id],
  })
  const data = page.data.map((row) => ({
    ...row,
    status: row.status as EnrolmentStatus,
    cause: row.cause as EnrolmentCause,
    changed_by:
      row.changed_by && row.changed_by_name !== null
        ? { id: row.changed_by, name: row.changed_by_name }
        : null,
  }))
  return { data, next_cursor: page.next_cursor }
}

/** Includes deleted courses; a teacher sees only his or her own. */
function events({ tx, school_id, actor }: Ctx, student_id: string, course_id: string | undefined) {
  return tx
    .selectFrom('enrolment_events as v')
    .innerJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'v.school_id').onRef('c.id', '=', 'v.course_id'),
    )
    .leftJoin('users as b', (on) =>
      on.onRef('b.school_id', '=', 'v.school_id').onRef('b.id', '=', 'v.changed_by'),
    )
    .where('v.school_id', '=', school_id)
    .where('v.user_id', '=', student_id)
    .$if(course_id !== undefined, (query) => query.where('v.course_id', '=', course_id!))
    .$if(actor.role === 'teacher', (query) =>
      query.where(({ or, eb }) =>
        or([eb('c.course_teacher_id', '=', actor.id), eb('c.created_by', '=', actor.id)]),
      ),
    )
    .select([
      'v.id',
      'v.course_id',
      'c.course_name',
      'v.cause',
      'v.status',
      'v.tier',
      'v.student_approval_end_date',
      'v.reason',
      'v.changed_by',
      'b.name as changed_by_name',
      'v.created_at',
    ])
}
