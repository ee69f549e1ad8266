import { sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { translator } from '#platform/pages/translate.ts'
import { issueToken } from '../sessions/one-time-tokens.ts'

/** Pages with reauthentication that a link may open. */
const pages = { data_privacy: '/profile/data-privacy' } as const
export type VerificationPage = keyof typeof pages

/**
 * Mails the actor a link to a page with reauthentication: valid for one hour, once, in the actor's session only.
 */
export async function mailVerificationLink(ctx: Ctx, page: VerificationPage) {
  const { actor, config, school, school_id } = ctx
  if (school_id === PLATFORM_ID || !school) return
  const { token } = await issueToken(ctx, 'reauthenticate', { user_id: actor.id })
  const t = translator(ctx.locale)
  await sendMail(ctx, {
    to: actor.email,
    user_id: actor.id,
    kind: 'reauthentication_link',
    locale: ctx.locale,
    mail: {
      subject: t('accounts:reauthentication_link.subject'),
      heading: t('accounts:reauthentication_link.heading', { name: actor.name }),
      paragraphs: [t(`accounts:reauthentication_link.text_${page}`)],
      button: {
        label: t('accounts:reauthentication_link.button'),
        url: `${originFor(config, school.host)}${pages[page]}?${new URLSearchParams({ token })}`,
      },
      footnote: t('accounts:reauthentication_link.footnote'),
    },
  })
}
