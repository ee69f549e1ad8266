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

/** Notifies a person of a changed password, in case another person did it. */
export async function mailPasswordChanged(ctx: Ctx, { id, email, name, language }: Recipient) {
  const { config, school, brand } = ctx
  const locale = language ?? ctx.locale
  const t = translator(locale)
  const origin = originFor(config, school?.host ?? brand.domain)
  await sendMail(ctx, {
    to: email,
    user_id: id,
    kind: 'password_changed',
    locale,
    mail: {
      subject: t('accounts:password_changed.subject'),
      heading: t('accounts:password_changed.heading', { name }),
      paragraphs: [t('accounts:password_changed.text'), t('accounts:password_changed.not_you')],
      button: { label: t('accounts:password_changed.button'), url: `${origin}/forgot-password` },
    },
  })
}
