import { sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { translator } from '#platform/pages/translate.ts'

export interface FactorRecipient {
  id: string
  email: string
  name: string
  language?: string | null
}

/** Notifies a person of a changed factor, in case another person did it. */
export async function mailFactorChanged(
  ctx: Ctx,
  { id, email, name, language }: FactorRecipient,
  what: 'enabled' | 'disabled' | 'reset',
) {
  const { config, school, brand } = ctx
  const locale = language ?? ctx.locale
  const t = translator(locale)
  await sendMail(ctx, {
    to: email,
    user_id: id,
    kind: `second_factor_${what}`,
    locale,
    mail: {
      subject: t(`accounts:second_factor_${what}.subject`),
      heading: t('accounts:password_changed.heading', { name }),
      paragraphs: [t(`accounts:second_factor_${what}.text`), t('accounts:second_factor_not_you')],
      button: {
        label: t('accounts:password_changed.button'),
        url: `${originFor(config, school?.host ?? brand.domain)}/forgot-password`,
      },
    },
  })
}
