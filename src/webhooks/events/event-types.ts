/** Every event type; schemas are in events.ts. Separate, so that browsers do not load the schemas. */
export const eventTypes = [
  'enrolment.requested',
  'enrolment.approved',
  'enrolment.changed',
  'enrolment.unapproved',
  'enrolment.expired',
  'enrolment.removed',
  'content.completed',
  'course.completed',
  'course.created',
  'course.published',
  'course.updated',
  'course.deleted',
  'course.restored',
  'person.registered',
  'person.accepted',
  'person.suspended',
  'person.reinstated',
  'person.removed',
  'review.posted',
  'end_of_course_message.posted',
] as const

export type EventType = (typeof eventTypes)[number]
