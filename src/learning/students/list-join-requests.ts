import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { nameOrEmailContains } from '../enrolments/student-queries.ts'

export async function listJoinRequests(
  ctx: Ctx,
  { search, limit, cursor }: Input<typeof contract.listEnrolmentRequests>,
): Promise<Reply<typeof contract.listEnrolmentRequests>> {
  const page = await paginateByKeyset(selectJoinRequests(ctx, search), {
    by: ['e.created_at', 'e.course_id', 'e.user_id'],
    direction: 'asc',
    limit,
    cursor,
    key: (row) => [row.created_at, row.course_id, row.student_id],
  })
  const data = page.data.map((row) => ({
    ...row,
    avatar_url: row.avatar_upload_id && publicMediaUrl(row.avatar_upload_id),
  }))
  return { data, next_cursor: page.next_cursor }
}

/** Selects the pending requests to join that the actor may decide. */
export function selectJoinRequests({ tx, school_id, actor }: Ctx, search?: string) {
  return tx
    .selectFrom('enrolments as e')
    .innerJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.course_id'),
    )
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'e.school_id').onRef('u.id', '=', 'e.user_id'),
    )
    .where('e.school_id', '=', school_id)
    .where('e.status', '=', 'pending')
    .where('c.deleted_at', 'is', null)
    .where('u.role', '=', 'student')
    .where('u.status', '<>', 'removed')
    .$if(actor.role === 'teacher', (query) =>
      query.where(({ or, eb }) =>
        or([eb('c.course_teacher_id', '=', actor.id), eb('c.created_by', '=', actor.id)]),
      ),
    )
    .$if(Boolean(search?.trim()), (query) => query.where(nameOrEmailContains(search!)))
    .select([
      'u.id as student_id',
      'u.name',
      'u.email',
      'u.user_code',
      'u.avatar_upload_id',
      'e.course_id',
      'c.course_name',
      'e.created_at',
    ])
}
