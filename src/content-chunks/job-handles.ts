import type { Ctx } from '#tenancy/context/request-context.ts'
import type { JobHandle } from '#platform/jobs/job-handle.ts'

export const indexCourseJob: JobHandle<{ course_id: string }> = { name: 'indexCourse' }

/** Milliseconds to wait, so that a series of publications is indexed once. */
const pause = 2_000

/** Schedules indexing of a course. Call it when published contents or their captions have changed. */
export const scheduleIndexing = (ctx: Ctx, course_id: string) =>
  ctx.enqueue(
    indexCourseJob,
    { course_id },
    { job_key: `passages/${course_id}`, run_at: new Date(ctx.now.getTime() + pause) },
  )
