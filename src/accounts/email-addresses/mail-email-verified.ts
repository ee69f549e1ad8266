import { sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { translator } from '#platform/pages/translate.ts'

interface Recipient {
  id: string
  email: string
  name: string
  language?: string | null
}

/** Notifies a person that the earlier password is invalid, with a link to set a new one. */
export async function mailEmailVerified(ctx: Ctx, { id, email, name, language }: Recipient) {
  const { config, school, brand } = ctx
  const locale = language ?? ctx.locale
  const t = translator(locale)
  await sendMail(ctx, {
    to: email,
    user_id: id,
    kind: 'email_verified',
    locale,
    mail: {
      subject: t('accounts:email_verified.subject'),
      heading: t('accounts:password_changed.heading', { name }),
      paragraphs: [t('accounts:email_verified.text', { site: school?.name ?? brand.name })],
      button: {
        label: t('accounts:password_changed.button'),
        url: `${originFor(config, school?.host ?? brand.domain)}/forgot-password`,
      },
    },
  })
}
