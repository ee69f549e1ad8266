import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { publishEvents } from '#webhooks/index.ts'
import { enrolmentEventObject } from '../enrolments/publish-enrolment-events.ts'
import { courseCompleted } from '../events.ts'

export interface CompletedContent {
  user_id: string
  content_id: string
}

/**
 * Completes the course for those students who have nothing left after they completed these contents, and publishes
 * the events of both. The caller holds the locks of their enrolments.
 */
export async function completeCourse(ctx: Ctx, course_id: string, changed: readonly CompletedContent[]) {
  const { tx, school_id, now } = ctx
  const student_ids = [...new Set(changed.map((row) => row.user_id))]
  const finished = await sql<{ user_id: string }>`
    update enrolments e set completed_at = ${now}, updated_at = ${now}
    from courses c
    where e.school_id = ${school_id} and e.course_id = ${course_id} and e.user_id = any(${student_ids}::uuid[])
      and c.school_id = e.school_id and c.id = e.course_id and e.completed_at is null
      and not exists (
        select from contents t
        left join content_progress p
          on p.school_id = t.school_id and p.content_id = t.id and p.user_id = e.user_id
        where t.school_id = e.school_id and t.course_id = coalesce(c.mirror_course_id, c.id) and t.is_published
          and not t.is_optional and p.completed_at is null)
    returning e.user_id`.execute(tx)
  const data = { course_id, completed_at: now }
  await publishEvents(ctx, [
    ...changed.map(({ user_id: student_id, content_id }) => ({
      type: 'content.completed' as const,
      object: enrolmentEventObject(course_id, student_id),
      data: { ...data, content_id, student_id },
    })),
    ...finished.rows.map(({ user_id: student_id }) => ({
      type: 'course.completed' as const,
      object: enrolmentEventObject(course_id, student_id),
      data: { ...data, student_id },
    })),
  ])
  const completed = finished.rows.map(({ user_id }) => user_id)
  if (completed.length > 0) await ctx.emit(courseCompleted, { course_id, student_ids: completed })
}
