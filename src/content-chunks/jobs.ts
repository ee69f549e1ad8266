import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineJob, defineSchedule, type Job } from '#tenancy/jobs/define-job.ts'
import { passagesChanged, readCourse } from './job-handles.ts'
import { readPassages } from './index-course.ts'

export const reading = defineJob({ ...readCourse, run: readPassages })

/** Enqueues courses with a content that has no chunks, as after a job that was parked. Courses are indexed when they change. */
export const findUnread = defineJob({
  name: 'findUnreadCourses',
  async run(ctx: Ctx) {
    const { tx, school_id } = ctx
    const unread = await tx
      .selectFrom('contents as t')
      .leftJoin('content_passages as p', (on) =>
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
    for (const { id } of unread) await passagesChanged(ctx, id)
  },
})

export const jobs: Job[] = [reading, findUnread]
export const schedules = [defineSchedule({ job: findUnread, cron: '23 * * * *', each: 'school' })]
