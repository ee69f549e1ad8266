import type { Ctx } from '#tenancy/context/request-context.ts'
import type { JobHandle } from '#platform/jobs/job-handle.ts'

export const indexCourseJob: JobHandle<{ course_id: string }> = { name: 'indexCourse' }

/** A pause in which a teacher who goes on publishing is not followed at every step. */
const pause = 2_000

/** Call it when published contents of a course, or their captions, have changed. */
export const scheduleIndexing = (ctx: Ctx, course_id: string) =>
  ctx.enqueue(
    indexCourseJob,
    { course_id },
    { job_key: `passages/${course_id}`, run_at: new Date(ctx.now.getTime() + pause) },
  )
