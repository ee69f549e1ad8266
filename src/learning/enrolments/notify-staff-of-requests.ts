import { sql } from 'kysely'
import { adminsToNotify } from '#accounts/index.ts'
import { sendMails, type OutgoingMail } from '#mail/index.ts'
import { filterByPreferences, notifyAll } from '#notifications/index.ts'
import { originFor } from '#platform/config/config.ts'
import { translator } from '#platform/pages/translate.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { notifyStaffOfRequestsJob } from '../job-handles.ts'

/** Requests are collected for a quarter of an hour, so that a burst makes one mail per person and not hundreds. */
const periodMs = 15 * 60_000
/** Courses in one mail, and notifications per person, of one period. */
const maxCourses = 20

/** Schedules the notification of staff at the end of the current quarter of an hour; one job for all requests. */
export async function scheduleStaffNotification(ctx: Ctx) {
  const until = new Date((Math.floor(ctx.now.getTime() / periodMs) + 1) * periodMs)
  const text = until.toISOString()
  await ctx.enqueue(
    notifyStaffOfRequestsJob,
    { until: text },
    { run_at: until, job_key: `join-requests/${text}` },
  )
}

/**
 * Notifies the teacher and the creator of each course, and the admins, of the requests of one period that still
 * wait: on the page once per course, by mail once per person.
 */
export async function notifyStaffOfRequests(ctx: Ctx, until: Date) {
  const courses = await waitingCourses(ctx, until)
  if (courses.length === 0) return
  const admins = await adminsToNotify(ctx)
  const teachers = await activeTeachers(ctx, courses)
  const recipients = [...admins, ...teachers].map((person) => ({
    person,
    user_id: person.id,
    kind: 'join_requests' as const,
    courses: admins.includes(person)
      ? courses
      : courses.filter((course) => course.course_teacher_id === person.id || course.created_by === person.id),
  }))
  await notifyAll(
    ctx,
    recipients.flatMap(({ user_id, kind, courses: own }) =>
      own.map(({ id, course_name, count }) => ({
        user_id,
        kind,
        data: { course_id: id, course_name, count },
      })),
    ),
  )
  const mailRecipients = await filterByPreferences(ctx, 'by_email', recipients)
  await sendMails(
    ctx,
    mailRecipients.map(({ person, courses: own }) => mailFor(ctx, person, own)),
  )
}

type WaitingCourse = Awaited<ReturnType<typeof waitingCourses>>[number]
type Person = Awaited<ReturnType<typeof adminsToNotify>>[number]

/** Courses with new requests of the period, most requests first. */
function waitingCourses({ tx, school_id }: Ctx, until: Date) {
  const count = sql<number>`count(distinct v.user_id)::int`
  return tx
    .selectFrom('enrolment_events as v')
    .innerJoin('enrolments as e', (on) =>
      on
        .onRef('e.school_id', '=', 'v.school_id')
        .onRef('e.course_id', '=', 'v.course_id')
        .onRef('e.user_id', '=', 'v.user_id'),
    )
    .innerJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'v.school_id').onRef('c.id', '=', 'v.course_id'),
    )
    .where('v.school_id', '=', school_id)
    .where('v.cause', '=', 'asked')
    .where('v.created_at', '>=', new Date(until.getTime() - periodMs))
    .where('v.created_at', '<', until)
    .where('e.status', '=', 'pending')
    .where('c.deleted_at', 'is', null)
    .groupBy(['c.id', 'c.course_name', 'c.course_teacher_id', 'c.created_by'])
    .select(['c.id', 'c.course_name', 'c.course_teacher_id', 'c.created_by', count.as('count')])
    .orderBy(count, 'desc')
    .orderBy('c.id')
    .limit(maxCourses)
    .execute()
}

async function activeTeachers({ tx, school_id, school }: Ctx, courses: WaitingCourse[]): Promise<Person[]> {
  const ids = courses.flatMap(({ course_teacher_id, created_by }) => [
    course_teacher_id ?? created_by,
    created_by,
  ])
  const teachers = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', 'in', [...new Set(ids)])
    .where('role', '=', 'teacher')
    .where('status', '=', 'active')
    .select(['id', 'email', 'name', 'language'])
    .execute()
  return teachers.map((teacher) => ({ ...teacher, locale: teacher.language ?? school!.language }))
}

function mailFor({ school, config }: Ctx, person: Person, courses: WaitingCourse[]): OutgoingMail {
  const t = translator(person.locale)
  const count = courses.reduce((sum, course) => sum + course.count, 0)
  const values = { count, school: school!.name, name: person.name }
  const lines = courses.map((course) =>
    t('learning:join_requests.line', { course: course.course_name, count: course.count }),
  )
  return {
    to: person.email,
    user_id: person.id,
    kind: 'join_requests',
    locale: person.locale,
    mail: {
      subject: t('learning:join_requests.subject', values),
      heading: t('learning:join_requests.heading'),
      paragraphs: [t('learning:greeting', values), t('learning:join_requests.text', values), ...lines],
      button: {
        label: t('learning:join_requests.button'),
        url: `${originFor(config, school!.host)}/manage/students?status=pending`,
      },
    },
  }
}
