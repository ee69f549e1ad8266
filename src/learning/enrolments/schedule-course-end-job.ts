import type { Ctx } from '#tenancy/context/request-context.ts'
import { endCourseJob } from '../job-handles.ts'

interface Ending {
  id: string
  unapprove_all_students_on_end_date: boolean
  course_end_date: Date | null
}

/** Schedules the end of a course that unapproves its students. Call it when one of the two fields was saved. */
export async function scheduleCourseEndJob(ctx: Ctx, course: Ending) {
  if (!course.unapprove_all_students_on_end_date || !course.course_end_date) return
  const payload = { course_id: course.id, at: course.course_end_date.toISOString() }
  await ctx.enqueue(endCourseJob, payload, {
    run_at: course.course_end_date,
    job_key: `end-course/${course.id}`,
    priority: 'soon',
  })
}
