import { sendMail } from '#mail/index.ts'
import { safeRedirect } from '#platform/client/session/redirect.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { translator } from '#platform/pages/translate.ts'
import { countIssuedTokens, issueToken } from '../sessions/one-time-tokens.ts'
import { findUserByCode } from '../users/user-queries.ts'
import type { LoginRole } from '../users/roles.ts'

/** Maximum links per person in 15 minutes, under any name, so that no mailbox is flooded. */
const maxTokens = 5
const quarterMs = 900_000

export interface MagicLinkRequest {
  user_code: string
  kind: LoginRole
  locale: string
  redirect: string | null
}

/** Mails a link if the person exists. A repetition after a crash mails a second link, which is harmless. */
export async function mailMagicLink(
  ctx: Ctx,
  { user_code, kind, locale: requestedLocale, redirect }: MagicLinkRequest,
) {
  const { school, config, now } = ctx
  const user = await findUserByCode(ctx, kind, user_code)
  if (!user || !school) return
  const { id, email, name, language } = user
  const since = new Date(now.getTime() - quarterMs)
  if (
    (await countIssuedTokens(ctx, { purpose: 'magic_link', user_id: id, since, limit: maxTokens })) >=
    maxTokens
  )
    return
  const { token } = await issueToken(ctx, 'magic_link', { user_id: id })
  const path = redirect && safeRedirect(redirect, '')
  const query = new URLSearchParams({ as: kind, token, ...(path && { redirect: path }) })
  const locale = language ?? requestedLocale
  const t = translator(locale)
  await sendMail(ctx, {
    to: email,
    user_id: id,
    kind: 'magic_link',
    locale,
    mail: {
      subject: t('accounts:magic_link.subject'),
      heading: t('accounts:magic_link.heading', { name }),
      paragraphs: [t('accounts:magic_link.text', { school: school.name })],
      button: {
        label: t('accounts:magic_link.button'),
        url: `${originFor(config, school.host)}/magic-link?${query}`,
      },
      footnote: t('accounts:magic_link.footnote'),
    },
  })
}
