import { Type, type Static, type TObject } from 'typebox'
import { StringEnum, Id, Instant, Nullable } from '#platform/contract/schemas.ts'
import type { EventType } from './event-types.ts'

const Course = Type.Object({
  id: Id,
  course_name: Type.String(),
  course_isPublic: Type.Boolean(),
})
const Person = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  role: StringEnum('student', 'teacher', 'admin', 'account_user'),
  status: StringEnum('active', 'awaiting_acceptance', 'suspended', 'removed'),
})
const Enrolment = Type.Object({
  course: Type.Object({ id: Id, course_name: Type.String() }),
  student: Type.Object({ id: Id, name: Type.String(), email: Type.String() }),
  status: StringEnum('pending', 'approved', 'unapproved', 'expired', 'removed'),
  tier: Nullable(Type.Integer()),
  student_approval_end_date: Nullable(Instant),
  /** Cause of the change, from the enrolment's history. */
  cause: Type.String(),
})
const CourseChange = Type.Object({ course: Course, fields: Type.Array(Type.String()) })
const ContentCompleted = Type.Object({ course_id: Id, content_id: Id, student_id: Id, completed_at: Instant })
const CourseCompleted = Type.Object({ course_id: Id, student_id: Id, completed_at: Instant })
const Review = Type.Object({
  course_id: Id,
  student_id: Id,
  rating: Type.Integer(),
  review: Type.String(),
  /** False if the student changed an earlier review. */
  is_first: Type.Boolean(),
})
const EndMessage = Type.Object({
  id: Id,
  course_id: Id,
  student_id: Id,
  author_id: Id,
  by_student: Type.Boolean(),
  message: Type.String(),
})

interface Declared<D extends TObject = TObject> {
  /** Raised for breaking changes of the schema; a new field is not breaking. */
  version: number
  summary: string
  data: D
}

const event = <D extends TObject>(summary: string, data: D, version = 1): Declared<D> => ({
  version,
  summary,
  data,
})

/** Every event with its schema. */
export const eventCatalogue = {
  'enrolment.requested': event('A student requests to join a course.', Enrolment),
  'enrolment.approved': event('A student is approved for a course.', Enrolment),
  'enrolment.changed': event('The end date or tier of an enrolment changes.', Enrolment),
  'enrolment.unapproved': event('A student’s approval is withdrawn, or the course ends.', Enrolment),
  'enrolment.expired': event('A student’s access to a course expires.', Enrolment),
  'enrolment.removed': event('A student is removed from a course.', Enrolment),
  'content.completed': event('A student completes a content.', ContentCompleted),
  'course.completed': event('A student completes a course.', CourseCompleted),
  'course.created': event(
    'A course is created: empty, from a template, as a copy or from a file.',
    CourseChange,
  ),
  'course.published': event('A course becomes public.', CourseChange),
  'course.updated': event('The settings of a course change.', CourseChange),
  'course.deleted': event('A course is deleted; it can be restored.', CourseChange),
  'course.restored': event('A deleted course is restored.', CourseChange),
  'person.registered': event('A person joins the school.', Person),
  'person.accepted': event('A teacher who registered is accepted.', Person),
  'person.suspended': event('A person is suspended.', Person),
  'person.reinstated': event('The suspension of a person is lifted.', Person),
  'person.removed': event('A person is removed from the school.', Person),
  'review.posted': event('A student posts or changes a review of a course.', Review),
  'end_of_course_message.posted': event('An end-of-course message is posted.', EndMessage),
} as const satisfies Record<EventType, Declared>

/** Type of the test event; it cannot be subscribed. */
export const testEventType = 'webhook.test'

/** Data of an event type. */
export type EventData<T extends EventType> = Static<(typeof eventCatalogue)[T]['data']>

/** The body of a delivery. */
export const eventEnvelope = (type: string, { version, data }: Pick<Declared, 'version' | 'data'>) =>
  Type.Object({
    /** The same in the header `webhook-id` and in every attempt. */
    id: Id,
    type: Type.Literal(type),
    version: Type.Literal(version),
    /** When the change happened. */
    timestamp: Instant,
    school_id: Id,
    data,
  })
