import type { Ctx } from '#tenancy/context/request-context.ts'
import { publishEvents, type NewEvent } from '#webhooks/index.ts'

interface PublishedCourse {
  id: string
  course_name: string
  course_is_public: boolean
}

type Happening = 'created' | 'updated' | 'deleted' | 'restored'

/** Publishes webhook events for a change of a course, and for its publication. */
export async function publishCourseEvent(
  ctx: Ctx,
  { id, course_name, course_is_public }: PublishedCourse,
  { what, fields = [], wasPublic }: { what: Happening; fields?: string[]; wasPublic: boolean },
) {
  const data = { course: { id, course_name, course_isPublic: course_is_public }, fields }
  const object = `course/${id}`
  const events: NewEvent[] = [{ type: `course.${what}`, object, data }]
  if (course_is_public && !wasPublic) events.push({ type: 'course.published', object, data })
  await publishEvents(ctx, events)
}
