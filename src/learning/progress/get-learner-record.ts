import type { Ctx } from '#tenancy/context/request-context.ts'
import { findEnrolment, getCourseRulesWithDeleted } from '../queries.ts'

interface Learner {
  course_id: string
  student_id: string
  /** Opened contents at most. */
  limit: number
}

/** What a student did in a course: the enrolment, and the contents that were opened last, the newest first. */
export async function getLearnerRecord(ctx: Ctx, { course_id, student_id, limit }: Learner) {
  const { course_name } = await getCourseRulesWithDeleted(ctx, course_id)
  const enrolment = await findEnrolment(ctx, course_id, student_id)
  const opened = await ctx.tx
    .selectFrom('content_progress as p')
    .innerJoin('contents as c', (on) =>
      on.onRef('c.school_id', '=', 'p.school_id').onRef('c.id', '=', 'p.content_id'),
    )
    .where('p.school_id', '=', ctx.school_id)
    .where('p.course_id', '=', course_id)
    .where('p.user_id', '=', student_id)
    .where('p.opened_at', 'is not', null)
    .orderBy('p.updated_at', 'desc')
    .limit(limit)
    .select(['c.title', 'p.updated_at as at'])
    .execute()
  return { course_name, enrolment, opened }
}
