import type { TestSchool } from './school-builder.ts'

type CourseGiven = NonNullable<Parameters<TestSchool['course']>[0]>
type ContentGiven = NonNullable<Parameters<TestSchool['content']>[0]>

/** A course with these contents in one lesson, its teacher, and an approved student. */
export async function createTestCourse(
  school: TestSchool,
  { course: given = {}, contents = [{}] }: { course?: CourseGiven; contents?: ContentGiven[] } = {},
) {
  const teacher = await school.teacher()
  const course = await school.course({ course_teacher_id: teacher.id, created_by: teacher.id, ...given })
  const lesson = await school.lesson({ course_id: course.id })
  const made = []
  for (const [position, content] of contents.entries())
    made.push(await school.content({ position, ...content, lesson_id: lesson.id, course_id: course.id }))
  const student = await school.student()
  await school.enrol(student, course)
  return { course, lesson, contents: made, content: made[0]!, teacher, student }
}

/** A video of one minute, of which 90 % are 54 seconds. */
export const oneMinuteVideo = { type: 'video', duration_seconds: 60 } as const

/** The stored progress of a student in a course. */
export function storedPosition(school: TestSchool, course_id: string, user_id: string) {
  return school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('enrolments')
      .where('school_id', '=', school_id)
      .where('course_id', '=', course_id)
      .where('user_id', '=', user_id)
      .selectAll()
      .executeTakeFirst(),
  )
}

/** The history of a student in all courses, oldest first. */
export function listEnrolmentEventsOf(school: TestSchool, user_id: string) {
  return school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('enrolment_events')
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('created_at')
      .orderBy('id')
      .selectAll()
      .execute(),
  )
}

/** Notifications and mails of a student, oldest first. */
export async function listNotificationsOf(school: TestSchool, user_id: string) {
  return school.transact(async ({ tx, school_id }) => {
    const notifications = await tx
      .selectFrom('notifications')
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('created_at')
      .select(['kind', 'data'])
      .execute()
    const mails = await tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('created_at')
      .select(['kind', 'subject', 'text'])
      .execute()
    return { notifications, mails }
  })
}
