import { sql } from 'kysely'
import { courseNames } from '#courses/index.ts'
import { findPeopleWhoCompleted } from '#learning/index.ts'
import { getUserNames } from '#accounts/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

export type RequestState = 'requested' | 'approved' | 'declined'

/** Requests for certificates of the school. */
export const selectRequests = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx
    .selectFrom('certificate_requests as r')
    .where('r.school_id', '=', school_id)
    .select([
      'r.id',
      'r.student_id',
      'r.course_id',
      'r.message',
      'r.decline_reason',
      'r.created_at',
      'r.decided_at',
    ])
    // A check constraint limits the state.
    .select(['r.certificate_id as issued_id', sql<RequestState>`r.state`.as('state')])

export type RequestRow = Awaited<ReturnType<ReturnType<typeof selectRequests>['executeTakeFirstOrThrow']>>

/** Requests with the names of students and courses, and whether the student completed the course. */
export async function requestViews(ctx: Ctx, rows: readonly RequestRow[]) {
  const students = await getUserNames(ctx, [...new Set(rows.map(({ student_id }) => student_id))])
  const courses = new Map<string, { name: string; completed: Set<string> }>()
  const course_ids = [...new Set(rows.map(({ course_id }) => course_id))]
  const names = await courseNames(ctx, course_ids)
  for (const course_id of course_ids) {
    const student_ids = rows.filter((row) => row.course_id === course_id).map(({ student_id }) => student_id)
    const completed = await findPeopleWhoCompleted(ctx, course_id, student_ids)
    courses.set(course_id, { name: names.get(course_id) ?? '', completed })
  }
  return rows.map((row) => ({
    ...row,
    student_name: students.get(row.student_id) ?? '',
    course_name: courses.get(row.course_id)!.name,
    has_completed: courses.get(row.course_id)!.completed.has(row.student_id),
  }))
}
