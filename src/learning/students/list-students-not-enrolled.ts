import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { nameOrEmailContains } from '../enrolments/student-queries.ts'
import { mayManageStudents } from '../policy.ts'
import { getCourseRules } from '../queries.ts'

export async function listStudentsNotEnrolled(
  ctx: Ctx,
  { course_id, search, limit, cursor }: Input<typeof contract.listStudentsNotTaking>,
): Promise<Reply<typeof contract.listStudentsNotTaking>> {
  const course = await getCourseRules(ctx, course_id)
  ensureAllowed(mayManageStudents(ctx.actor, course))

  const students = ctx.tx
    .selectFrom('users as u')
    .where('u.school_id', '=', ctx.school_id)
    .where('u.role', '=', 'student')
    .where('u.status', '=', 'active')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('enrolments as e')
            .whereRef('e.school_id', '=', 'u.school_id')
            .whereRef('e.user_id', '=', 'u.id')
            .where('e.course_id', '=', course_id)
            .where('e.status', '<>', 'removed')
            .select('e.user_id'),
        ),
      ),
    )
    .$if(Boolean(search?.trim()), (query) => query.where(nameOrEmailContains(search!)))
    .select(['u.id', 'u.name', 'u.email', 'u.user_code', 'u.avatar_upload_id', 'u.created_at'])
  const page = await paginateByKeyset(students, {
    by: ['u.name', 'u.id'],
    direction: 'asc',
    limit,
    cursor,
    key: (row) => [row.name, row.id],
  })
  const data = page.data.map(({ id, ...row }) => ({
    ...row,
    student_id: id,
    avatar_url: row.avatar_upload_id && publicMediaUrl(row.avatar_upload_id),
  }))
  return { data, next_cursor: page.next_cursor }
}
