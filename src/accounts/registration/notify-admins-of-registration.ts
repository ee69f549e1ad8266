import { sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { translator } from '#platform/pages/translate.ts'
import { adminsToNotify } from '../people/admins-to-notify.ts'
import type { UserRow } from '../users/user-details-view.ts'

/** Notifies the school's admins of a teacher who waits for acceptance. */
export async function notifyAdminsOfRegistration(ctx: Ctx, teacher: UserRow) {
  const { school, config } = ctx
  const url = `${originFor(config, school!.host)}/manage/people?tab=teachers`
  for (const { id, email, locale } of await adminsToNotify(ctx)) {
    const t = translator(locale)
    await sendMail(ctx, {
      to: email,
      user_id: id,
      kind: 'teacher_awaiting_acceptance',
      locale,
      mail: {
        subject: t('accounts:teacher_awaiting_acceptance.subject', { name: teacher.name }),
        heading: t('accounts:teacher_awaiting_acceptance.heading'),
        paragraphs: [
          t('accounts:teacher_awaiting_acceptance.text', { name: teacher.name, email: teacher.email }),
        ],
        button: { label: t('accounts:teacher_awaiting_acceptance.button'), url },
      },
    })
  }
}
