import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineJob, defineSchedule, type Job } from '#tenancy/jobs/define-job.ts'
import { passagesChanged, readCourse } from './job-handles.ts'
import { readPassages } from './index-course.ts'

export const reading = defineJob({ ...readCourse, run: readPassages })

/** Read before versions for new students were. */
const lacksVersions = sql<boolean>`(t.new_students_since is not null and not exists (
  select from content_passages o where o.school_id = t.school_id and o.content_id = t.id and o.version > 0))`

/** Finds courses that were never read, as after an upgrade; the others are read when they change. */
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
      .where((eb) => eb.or([eb('p.content_id', 'is', null), lacksVersions]))
      .distinct()
      .limit(200)
      .select('t.course_id as id')
      .execute()
    for (const { id } of unread) await passagesChanged(ctx, id)
  },
})

export const jobs: Job[] = [reading, findUnread]
export const schedules = [defineSchedule({ job: findUnread, cron: '23 * * * *', each: 'school' })]
