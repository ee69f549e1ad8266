import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { translator } from '#platform/pages/translate.ts'
import { sendMails, type OutgoingMail } from '#mail/index.ts'
import { notifyAll, filterByPreferences } from '#notifications/index.ts'
import type { EnrolmentChange } from './change-enrolments.ts'
import type { CourseRules } from '../queries.ts'
import type { EnrolmentCause } from '../shapes.ts'

type Setting =
  | 'notify_students_on_approval_to_course'
  | 'notify_students_on_unapproval_to_course'
  | 'notify_students_on_deletion_from_course'

interface News {
  setting: Setting
  kind:
    | 'approval_to_course'
    | 'unapproval_to_course'
    | 'decline_of_request'
    | 'end_of_access_to_course'
    | 'deletion_from_course'
    | 'higher_tier_in_course'
    | 'lower_tier_in_course'
}

/** Notified changes with the school setting of each; others are in the history only. */
const newsOf: Partial<Record<EnrolmentCause, News>> = {
  approved: { setting: 'notify_students_on_approval_to_course', kind: 'approval_to_course' },
  approved_at_once: { setting: 'notify_students_on_approval_to_course', kind: 'approval_to_course' },
  paid: { setting: 'notify_students_on_approval_to_course', kind: 'approval_to_course' },
  added: { setting: 'notify_students_on_approval_to_course', kind: 'approval_to_course' },
  unapproved: { setting: 'notify_students_on_unapproval_to_course', kind: 'unapproval_to_course' },
  declined: { setting: 'notify_students_on_unapproval_to_course', kind: 'decline_of_request' },
  course_ended: { setting: 'notify_students_on_unapproval_to_course', kind: 'end_of_access_to_course' },
  access_ended: { setting: 'notify_students_on_unapproval_to_course', kind: 'end_of_access_to_course' },
  refunded: { setting: 'notify_students_on_unapproval_to_course', kind: 'end_of_access_to_course' },
  removed: { setting: 'notify_students_on_deletion_from_course', kind: 'deletion_from_course' },
}

/** A higher tier opens content like an approval, a lower one locks some. Only for students who may learn. */
function tierNews({ before, after }: EnrolmentChange): News | undefined {
  if (after.status !== 'approved') return undefined
  return (after.tier ?? 0) > (before?.tier ?? 0)
    ? { setting: 'notify_students_on_approval_to_course', kind: 'higher_tier_in_course' }
    : { setting: 'notify_students_on_unapproval_to_course', kind: 'lower_tier_in_course' }
}

const newsIn = (change: EnrolmentChange) =>
  change.cause === 'tier_changed' ? tierNews(change) : newsOf[change.cause]

/** Notifies each student of the change, on the page and by mail, within the settings of school and student. */
export async function notifyStudent(ctx: Ctx, course: CourseRules, changes: EnrolmentChange[]) {
  const notifications = changes.flatMap((change) => {
    const news = newsIn(change)
    return news ? [{ ...news, change }] : []
  })
  if (notifications.length === 0) return
  const settings = await settingsOf(ctx)
  const notified = notifications
    .filter(({ setting }) => settings[setting])
    .map(({ kind, change }) => newsFor(course, kind, change))
  await notifyAll(
    ctx,
    notified.map(({ user_id, kind, data }) => ({ user_id, kind, data })),
  )
  // Imported students who never logged in did not request mail and may be anybody: see decision 0036.
  const registered = notified.filter(({ student }) => student.has_come)
  await sendMails(
    ctx,
    (await filterByPreferences(ctx, 'by_email', registered)).map((news) => mailFor(ctx, course, news)),
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

function newsFor(
  course: CourseRules,
  kind: News['kind'],
  { student, after, reason = null }: EnrolmentChange,
) {
  const isTier = kind === 'higher_tier_in_course' || kind === 'lower_tier_in_course'
  const end = after.status === 'approved' && !isTier ? after.student_approval_end_date : null
  const data = {
    course_id: course.id,
    course_name: course.course_name,
    ...(isTier ? { tier: after.tier } : { student_approval_end_date: end }),
    ...(reason && { reason }),
  }
  return { user_id: student.id, student, end, reason, data, kind }
}

function mailFor(
  { school, config }: Ctx,
  course: CourseRules,
  { student, end, reason, kind }: ReturnType<typeof newsFor>,
): OutgoingMail {
  const locale = student.language ?? school?.language ?? 'en'
  const t = translator(locale)
  const values = { course: course.course_name, school: school?.name ?? '', name: student.name }
  const say = (part: 'subject' | 'heading' | 'text' | 'button') => t(`learning:${kind}.${part}`, values)
  const origin = school ? originFor(config, school.host) : ''
  const opens =
    kind === 'approval_to_course' || kind === 'higher_tier_in_course' || kind === 'lower_tier_in_course'
  const why = reason ? [t('learning:reason', { reason })] : []
  const until = end && t('learning:until', { date: dateIn(locale, end, school?.time_zone ?? 'UTC') })
  return {
    to: student.email,
    user_id: student.id,
    is_unproved: !student.is_proved,
    kind,
    locale,
    mail: {
      subject: say('subject'),
      heading: say('heading'),
      paragraphs: [t('learning:greeting', values), say('text'), ...why, ...(until ? [until] : [])],
      button: { label: say('button'), url: opens ? `${origin}/learn/${course.id}` : `${origin}/dashboard` },
    },
  }
}

const dateIn = (locale: string, date: Date, timeZone: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(date)
