import { sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import { PLATFORM_ID, type Ctx } from '#tenancy/context/request-context.ts'
import { translator } from '#platform/pages/translate.ts'
import { issueToken } from '../sessions/one-time-tokens.ts'

/** Pages that a link may lead to, each of which asks for a proof. */
const pages = { data_privacy: '/profile/data-privacy' } as const
export type VerificationPage = keyof typeof pages

/** Mails the actor a link back to where a proof is asked for: one hour, once, and only in the actor's own session. */
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
