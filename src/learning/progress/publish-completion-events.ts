import type { Ctx } from '#tenancy/context/request-context.ts'
import { publishEvents, type NewEvent } from '#webhooks/index.ts'
import { enrolmentEventObject } from '../enrolments/publish-enrolment-events.ts'
import { courseCompleted } from '../events.ts'

interface Completed {
  course_id: string
  id: string
  newly_completed: boolean
  completed_at: Date | null
  /** Value before the change. */
  course_completed_at: Date | null
}

/** Publishes what a student has just completed: to webhooks, and the course to other domains. */
export async function publishCompletionEvents(
  ctx: Ctx,
  content: Completed,
  course_completed_at: Date | null,
) {
  const { course_id } = content
  const student_id = ctx.actor.id
  const object = enrolmentEventObject(course_id, student_id)
  const events: NewEvent[] = []
  if (content.newly_completed && content.completed_at)
    events.push({
      type: 'content.completed',
      object,
      data: { course_id, content_id: content.id, student_id, completed_at: content.completed_at },
    })
  const isCourseCompleted = course_completed_at !== null && content.course_completed_at === null
  if (isCourseCompleted)
    events.push({
      type: 'course.completed',
      object,
      data: { course_id, student_id, completed_at: course_completed_at },
    })
  await publishEvents(ctx, events)
  if (isCourseCompleted) await ctx.emit(courseCompleted, { course_id, student_ids: [student_id] })
}
