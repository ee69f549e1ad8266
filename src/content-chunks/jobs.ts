import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineJob, defineSchedule, type Job } from '#tenancy/jobs/define-job.ts'
import { scheduleIndexing, indexCourseJob } from './job-handles.ts'
import { indexCourse } from './index-course.ts'

export const indexCourseJobDefinition = defineJob({ ...indexCourseJob, run: indexCourse })

/**
 * Enqueues courses with a content that has no chunks, as after a parked job. Changed courses are indexed at once.
 */
export const findUnindexedCoursesJobDefinition = defineJob({
  name: 'findUnindexedCourses',
  async run(ctx: Ctx) {
    const { tx, school_id } = ctx
    const unread = await tx
      .selectFrom('contents as t')
      .leftJoin('content_chunks as p', (on) =>
        on
          .onRef('p.school_id', '=', 't.school_id')
          .onRef('p.content_id', '=', 't.id')
          .on('p.version', '=', 0)
          .on('p.position', '=', 0),
      )
      .where('t.school_id', '=', school_id)
      .where('t.is_published', '=', true)
      .where('p.content_id', 'is', null)
      .distinct()
      .limit(200)
      .select('t.course_id as id')
      .execute()
    for (const { id } of unread) await scheduleIndexing(ctx, id)
  },
})

export const jobs: Job[] = [indexCourseJobDefinition, findUnindexedCoursesJobDefinition]
export const schedules = [
  defineSchedule({ job: findUnindexedCoursesJobDefinition, cron: '23 * * * *', runsFor: 'school' }),
]
