import { sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { translator } from '#platform/pages/translate.ts'
import type { UserRow } from '../users/user-details-view.ts'

/** Notifies a person of a new login method: a link made by a person with another's address must be noticed. */
export async function mailIdentityLinked(ctx: Ctx, user: UserRow, issuer: string) {
  const { config, school } = ctx
  const locale = user.language ?? school!.language
  const t = translator(locale)
  const values = { name: user.name, school: school!.name, issuer: new URL(issuer).host }
  await sendMail(ctx, {
    to: user.email,
    user_id: user.id,
    kind: 'oidc_linked',
    locale,
    mail: {
      subject: t('accounts:oidc_linked.subject', values),
      heading: t('accounts:oidc_linked.heading', values),
      paragraphs: [t('accounts:oidc_linked.text', values), t('accounts:oidc_linked.not_you')],
      button: {
        label: t('accounts:oidc_linked.button'),
        url: `${originFor(config, school!.host)}/forgot-password`,
      },
    },
  })
}
