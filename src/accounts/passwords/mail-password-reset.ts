import { sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { translator } from '#platform/pages/translate.ts'
import { countIssuedTokens, issueToken } from '../sessions/one-time-tokens.ts'
import { findAccountByEmail, findUserByCode } from '../users/user-queries.ts'
import type { LoginRole } from '../users/roles.ts'

/** Maximum links per person and hour, so that no mailbox is flooded. */
const maxPerHour = 3

interface ResetRequest {
  user_code: string
  kind: LoginRole
  locale: string
}

/** Mails a link if the person exists. A repetition after a crash mails a second link, which is harmless. */
export async function mailPasswordReset(ctx: Ctx, { user_code, kind, locale }: ResetRequest) {
  const user = await findUserByCode(ctx, kind, user_code)
  if (!user || !ctx.school) return
  const origin = originFor(ctx.config, ctx.school.host)
  await mailLink(ctx, { ...user, locale: user.language ?? locale, page: `${origin}/create-password` })
}

export async function mailAccountPasswordReset(
  ctx: Ctx,
  { email, locale }: { email: string; locale: string },
) {
  const account = await findAccountByEmail(ctx, email)
  if (!account) return
  const page = `${originFor(ctx.config, ctx.brand.domain)}/create-password`
  await mailLink(ctx, { ...account, locale, page })
}

interface Recipient {
  id: string
  email: string
  name: string
  locale: string
  page: string
}

async function mailLink(ctx: Ctx, { id, email, name, locale, page }: Recipient) {
  const since = new Date(ctx.now.getTime() - 3_600_000)
  const tokenLimit = { purpose: 'reset_password', user_id: id, since, limit: maxPerHour } as const
  if ((await countIssuedTokens(ctx, tokenLimit)) >= maxPerHour) return
  const { token } = await issueToken(ctx, 'reset_password', { user_id: id })
  const t = translator(locale)
  await sendMail(ctx, {
    to: email,
    user_id: id,
    kind: 'reset_password',
    locale,
    mail: {
      subject: t('accounts:reset.subject'),
      heading: t('accounts:reset.heading', { name }),
      paragraphs: [t('accounts:reset.text')],
      button: { label: t('accounts:reset.button'), url: `${page}?${new URLSearchParams({ email, token })}` },
      footnote: t('accounts:reset.footnote'),
    },
  })
}
