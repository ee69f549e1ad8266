import { Type, type Static, type TObject } from 'typebox'
import { StringEnum, Id, Instant, Nullable } from '#platform/contract/define-route.ts'
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
  /** What happened, as the history of the enrolment says it. */
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
  /** False where the student changed an earlier one. */
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
  /** Raised when the shape changes in a way that a receiver could notice; adding a field is none. */
  version: number
  summary: string
  data: D
}

const event = <D extends TObject>(summary: string, data: D, version = 1): Declared<D> => ({
  version,
  summary,
  data,
})

/** Everything that the product tells of, with what it says. */
export const eventCatalogue = {
  'enrolment.requested': event('A student asks to join a course.', Enrolment),
  'enrolment.approved': event('A student may learn in a course.', Enrolment),
  'enrolment.changed': event('The end or the tier of an enrolment changes.', Enrolment),
  'enrolment.unapproved': event('A student’s approval is withdrawn, or the course ends.', Enrolment),
  'enrolment.expired': event('A student’s access to a course ends by itself.', Enrolment),
  'enrolment.removed': event('A student is taken out of a course.', Enrolment),
  'content.completed': event('A student completes a content.', ContentCompleted),
  'course.completed': event('A student completes all that a course asks for.', CourseCompleted),
  'course.created': event(
    'A course is made: empty, from a template, as a copy or from a file.',
    CourseChange,
  ),
  'course.published': event('A course becomes public.', CourseChange),
  'course.updated': event('The settings of a course change.', CourseChange),
  'course.deleted': event('A course is deleted; it can be taken back.', CourseChange),
  'course.restored': event('The deletion of a course is taken back.', CourseChange),
  'person.registered': event('Somebody joins the school.', Person),
  'person.accepted': event('A teacher who registered is accepted.', Person),
  'person.suspended': event('Somebody is shut out of the school for now.', Person),
  'person.reinstated': event('Somebody who was suspended is let in again.', Person),
  'person.removed': event('Somebody is taken out of the school.', Person),
  'review.posted': event('A student reviews a course, or changes the review.', Review),
  'end_of_course_message.posted': event('A word is written at the end of a course.', EndMessage),
} as const satisfies Record<EventType, Declared>

/** What an endpoint gets when somebody tries it out; nobody chooses it. */
export const testEventType = 'webhook.test'

/** What an event of a type says. */
export type EventData<T extends EventType> = Static<(typeof eventCatalogue)[T]['data']>

/** The body of a delivery. */
export const eventEnvelope = (type: string, { version, data }: Pick<Declared, 'version' | 'data'>) =>
  Type.Object({
    /** The same as in the header `webhook-id`, and at each attempt. */
    id: Id,
    type: Type.Literal(type),
    version: Type.Literal(version),
    /** When it happened. */
    timestamp: Instant,
    school_id: Id,
    data,
  })
