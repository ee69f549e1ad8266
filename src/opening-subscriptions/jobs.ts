import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineJob } from '#tenancy/jobs/define-job.ts'
import { translator } from '#platform/pages/translate.ts'
import { lockExternalMailAllowance, sanitizeDisplayName, sendMails, type OutgoingMail } from '#mail/index.ts'
import { notifyAll } from '#notifications/index.ts'
import { isCourseOpen } from './policy.ts'
import { unsubscribeSignature } from './register-interest.ts'
import { sendOpeningNotices } from './schedule-opening-notice.ts'

/** Maximum mails per transaction; the next run sends the rest. */
const atOnce = 200

/** Safe to repeat: notified subscribers are not selected again. It checks again whether the course is open. */
const tell = defineJob({
  ...sendOpeningNotices,
  async run(ctx: Ctx, { course_id }: { course_id: string }) {
    const course = await ctx.tx
      .selectFrom('courses')
      .where('school_id', '=', ctx.school_id)
      .where('id', '=', course_id)
      .where('deleted_at', 'is', null)
      .select(['id', 'course_name', 'course_is_public', 'is_coming_soon'])
      .executeTakeFirst()
    if (!course || !isCourseOpen(course)) return
    const { remaining, resumes_at } = await lockExternalMailAllowance(ctx)
    const waiting = await takeWaiting(ctx, course_id, Math.min(atOnce, remaining))
    const rest = { job_key: `opening/${course_id}/rest` }
    // Subscribers beyond the school's daily allowance are notified on the next day.
    if (remaining < atOnce && waiting.length === remaining && (await isSomebodyWaiting(ctx, course_id)))
      await ctx.enqueue(sendOpeningNotices, { course_id }, { ...rest, run_at: resumes_at })
    if (waiting.length === 0) return
    await sendMails(
      ctx,
      waiting.map((interest) => mailFor(ctx, course, interest)),
    )
    await notifyAll(
      ctx,
      waiting.flatMap(({ user_id }) =>
        user_id
          ? [{ user_id, kind: 'opening_of_course', data: { course_id, course_name: course.course_name } }]
          : [],
      ),
    )
    if (waiting.length === atOnce) await ctx.enqueue(sendOpeningNotices, { course_id }, rest)
  },
})

export const jobs = [tell]

interface Waiting {
  id: string
  email: string
  language: string
  user_id: string | null
}

/** Marks the next subscribers as notified, in the transaction that writes their mail. */
async function takeWaiting(
  { tx, school_id, now }: Ctx,
  course_id: string,
  limit: number,
): Promise<Waiting[]> {
  if (limit === 0) return []
  const next = await tx
    .selectFrom('opening_subscriptions')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('notified_at', 'is', null)
    .select('id')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (next.length === 0) return []
  return tx
    .updateTable('opening_subscriptions')
    .set({ notified_at: now })
    .where('school_id', '=', school_id)
    .where(
      'id',
      'in',
      next.map(({ id }) => id),
    )
    .returning(['id', 'email', 'language', 'user_id'])
    .execute()
}

const isSomebodyWaiting = async ({ tx, school_id }: Ctx, course_id: string) =>
  (await tx
    .selectFrom('opening_subscriptions')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('notified_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

function mailFor(ctx: Ctx, course: { id: string; course_name: string }, interest: Waiting): OutgoingMail {
  const { school, config } = ctx
  const t = translator(interest.language)
  const origin = school ? originFor(config, school.host) : ''
  const values = {
    course: sanitizeDisplayName(course.course_name),
    school: sanitizeDisplayName(school?.name ?? ''),
  }
  const stop = new URLSearchParams({
    interest: interest.id,
    signature: unsubscribeSignature(ctx, interest.id),
  })
  return {
    to: interest.email,
    ...(interest.user_id && { user_id: interest.user_id }),
    kind: 'opening_of_course',
    locale: interest.language,
    mail: {
      subject: t('opening-subscriptions:opening.subject', values),
      heading: t('opening-subscriptions:opening.heading'),
      paragraphs: [t('opening-subscriptions:opening.text', values)],
      button: {
        label: t('opening-subscriptions:opening.button'),
        url: `${origin}/?selected_course_id=${course.id}`,
      },
      footnote: t('opening-subscriptions:opening.stop', { ...values, url: `${origin}/unsubscribe?${stop}` }),
    },
  }
}
