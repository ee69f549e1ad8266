import { originOf } from '#platform/config.ts'
import type { Ctx } from '#platform/context.ts'
import { translator } from '#platform/translate.ts'
import { sendMails, type Mail } from '#mail/index.ts'
import { notifyAll } from '#notifications/index.ts'
import type { Changed } from './change-enrolments.ts'
import type { CourseFacts } from './queries.ts'
import type { Cause } from './shapes.ts'

type Setting =
  | 'notify_students_on_approval_to_course'
  | 'notify_students_on_unapproval_to_course'
  | 'notify_students_on_deletion_from_course'

interface News {
  setting: Setting
  kind: 'approval_to_course' | 'unapproval_to_course' | 'end_of_access_to_course' | 'deletion_from_course'
}

/** What a student is told of a change, and by which of the school's settings; the rest is in the history only. */
const newsOf: Partial<Record<Cause, News>> = {
  approved: { setting: 'notify_students_on_approval_to_course', kind: 'approval_to_course' },
  approved_at_once: { setting: 'notify_students_on_approval_to_course', kind: 'approval_to_course' },
  added: { setting: 'notify_students_on_approval_to_course', kind: 'approval_to_course' },
  unapproved: { setting: 'notify_students_on_unapproval_to_course', kind: 'unapproval_to_course' },
  course_ended: { setting: 'notify_students_on_unapproval_to_course', kind: 'end_of_access_to_course' },
  access_ended: { setting: 'notify_students_on_unapproval_to_course', kind: 'end_of_access_to_course' },
  removed: { setting: 'notify_students_on_deletion_from_course', kind: 'deletion_from_course' },
}

/** Tells each student what changed, on the school's page and by mail, as far as the school's settings want it. */
export async function announce(ctx: Ctx, course: CourseFacts, changes: Changed[]) {
  const wanted = changes.filter(({ cause }) => newsOf[cause])
  if (wanted.length === 0) return
  const settings = await settingsOf(ctx)
  const told = wanted
    .filter(({ cause }) => settings[newsOf[cause]!.setting])
    .map((change) => newsFor(course, change))
  await notifyAll(
    ctx,
    told.map(({ student, kind, data }) => ({ user_id: student.id, kind, data })),
  )
  await sendMails(
    ctx,
    told.map((news) => mailFor(ctx, course, news)),
  )
}

function settingsOf({ tx, school_id }: Ctx) {
  return tx
    .selectFrom('schools')
    .where('school_id', '=', school_id)
    .select([
      'notify_students_on_approval_to_course',
      'notify_students_on_unapproval_to_course',
      'notify_students_on_deletion_from_course',
    ])
    .executeTakeFirstOrThrow()
}

function newsFor(course: CourseFacts, { student, after, cause }: Changed) {
  const end = after.status === 'approved' ? after.student_approval_end_date : null
  const data = { course_id: course.id, course_name: course.course_name, student_approval_end_date: end }
  return { student, end, data, kind: newsOf[cause]!.kind }
}

function mailFor(
  { school, config }: Ctx,
  course: CourseFacts,
  { student, end, kind }: ReturnType<typeof newsFor>,
): Mail {
  const locale = student.language ?? school?.language ?? 'en'
  const t = translator(locale)
  const values = { course: course.course_name, school: school?.name ?? '', name: student.name }
  const say = (part: string) => t(`learning:${kind}.${part}`, values)
  const origin = school ? originOf(config, school.host) : ''
  const opens = kind === 'approval_to_course'
  const until = end && t('learning:until', { date: dateIn(locale, end, school?.time_zone ?? 'UTC') })
  return {
    to: student.email,
    user_id: student.id,
    kind,
    locale,
    mail: {
      subject: say('subject'),
      heading: say('heading'),
      paragraphs: [t('learning:greeting', values), say('text'), ...(until ? [until] : [])],
      button: { label: say('button'), url: opens ? `${origin}/learn/${course.id}` : `${origin}/dashboard` },
    },
  }
}

const dateIn = (locale: string, date: Date, timeZone: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(date)
