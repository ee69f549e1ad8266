import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { getCourseProgress } from '../progress/get-course-progress.ts'
import { mayManageStudents } from '../policy.ts'
import { nameOrEmailContains } from '../enrolments/student-queries.ts'
import { getCourseRules, effectiveStatusSql, storedStatusesFor } from '../queries.ts'
import type { EnrolmentStatus } from '../enrolments/enrolment.ts'

const orders = {
  newest: { by: ['created_at', 'student_id'], direction: 'desc' },
  oldest: { by: ['created_at', 'student_id'], direction: 'asc' },
  name: { by: ['name', 'student_id'], direction: 'asc' },
  last_active: { by: ['active_at', 'student_id'], direction: 'desc' },
} as const

export async function listCourseStudents(
  ctx: Ctx,
  { course_id, withCourseProgress, ...rest }: Input<typeof contract.listCourseStudents>,
): Promise<Reply<typeof contract.listCourseStudents>> {
  const course = await getCourseRules(ctx, course_id)
  ensureAllowed(mayManageStudents(ctx.actor, course))

  const page = await studentListPage(ctx, course_id, rest)
  const includesProgress = withCourseProgress === true || withCourseProgress === ''
  const user_ids = page.data.map((row) => row.student_id)
  const progress = includesProgress
    ? await getCourseProgress(ctx, { course_ids: [course_id], user_ids })
    : null
  const data = page.data.map((row) => ({
    ...row,
    avatar_url: row.avatar_upload_id && publicMediaUrl(row.avatar_upload_id),
    ...(progress && { progress: progress(course_id, row.student_id) }),
  }))
  return { data, next_cursor: page.next_cursor }
}

export interface CourseStudentFilters {
  status?: EnrolmentStatus
  tier?: number
  completed?: boolean
  search?: string
  sort?: keyof typeof orders
}

type Reading = Pick<Ctx, 'tx' | 'school_id' | 'now'>

/** One page of a course's students, for the list and the file. */
export function studentListPage(
  ctx: Reading,
  course_id: string,
  {
    limit,
    cursor,
    sort = 'newest',
    ...filters
  }: CourseStudentFilters & { limit?: number | undefined; cursor?: string | undefined },
) {
  const { by, direction } = orders[sort]
  return paginateByKeyset(roll(ctx, course_id, filters), {
    by: [...by],
    direction,
    limit,
    cursor,
    key: (row) => by.map((name) => row[name]),
  })
}

/** The students of a course as rows, so that a page can be sorted by any column. */
function roll(
  ctx: Reading,
  course_id: string,
  { status, tier, completed, search }: Omit<CourseStudentFilters, 'sort'>,
) {
  const students = ctx.tx
    .selectFrom('enrolments as e')
    .innerJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.course_id'),
    )
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'e.school_id').onRef('u.id', '=', 'e.user_id'),
    )
    .where('e.school_id', '=', ctx.school_id)
    .where('e.course_id', '=', course_id)
    .where('u.role', '=', 'student')
    .where('u.status', '<>', 'removed')
    .$if(Boolean(search?.trim()), (query) => query.where(nameOrEmailContains(search!)))
    .$if(tier !== undefined, (query) => query.where('e.tier', tier === 0 ? 'is' : '=', tier || null))
    .$if(completed !== undefined, (query) => query.where('e.completed_at', completed ? 'is not' : 'is', null))
    .$if(status === undefined, (query) => query.where('e.status', '<>', 'removed'))
    .$if(status !== undefined, (query) =>
      query
        .where('e.status', 'in', storedStatusesFor(status!))
        .where(effectiveStatusSql(ctx.now), '=', status!),
    )
    .select([
      'u.id as student_id',
      'u.name',
      'u.email',
      'u.user_code',
      'u.avatar_upload_id',
      effectiveStatusSql(ctx.now).as('status'),
      'e.tier',
      'e.student_approval_end_date',
      'e.created_at',
      'e.approved_at',
      'e.last_opened_at',
      'e.completed_at',
      sql<Date>`coalesce(e.last_opened_at, e.created_at)`.as('active_at'),
    ])
  return ctx.tx.selectFrom(students.as('student')).selectAll()
}
