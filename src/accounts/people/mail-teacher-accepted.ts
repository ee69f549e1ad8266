import { sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { translator } from '#platform/pages/translate.ts'
import type { UserRow } from '../users/user-details-view.ts'

/** Notifies a teacher of the acceptance. */
export async function mailTeacherAccepted(ctx: Ctx, teacher: UserRow) {
  const { config, school } = ctx
  const locale = teacher.language ?? school!.language
  const t = translator(locale)
  const values = { school: school!.name, name: teacher.name }
  await sendMail(ctx, {
    to: teacher.email,
    user_id: teacher.id,
    is_unproved: teacher.email_verified_at === null,
    kind: 'registration_accepted',
    locale,
    mail: {
      subject: t('accounts:accepted.subject', values),
      heading: t('accounts:accepted.heading', values),
      paragraphs: [t('accounts:accepted.text', values)],
      button: {
        label: t('accounts:accepted.button'),
        // People without a password request a mailed link instead.
        url: `${originFor(config, school!.host)}/${teacher.password_hash ? 'login' : 'magic-link'}?as=teacher`,
      },
    },
  })
}
