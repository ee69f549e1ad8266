import { sendMail } from '#mail/index.ts'
import { originOf } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { translator } from '#platform/pages/translate.ts'
import { countIssued, issueToken } from '../sessions/one-time-tokens.ts'
import { accountByEmail, userByCode } from '../users/user-queries.ts'
import type { LoginKind } from '../users/roles.ts'

/** Links that one person is sent in an hour, so that nobody can fill somebody's mailbox. */
const mostAnHour = 3

interface Asked {
  user_code: string
  kind: LoginKind
  locale: string
}

/** Mails a link to whoever this is, if anybody. Repeated after a crash it mails a second link, which does no harm. */
export async function mailReset(ctx: Ctx, { user_code, kind, locale }: Asked) {
  const user = await userByCode(ctx, kind, user_code)
  if (!user || !ctx.school) return
  const origin = originOf(ctx.config, ctx.school.host)
  await mailLink(ctx, { ...user, locale: user.language ?? locale, page: `${origin}/create-password` })
}

export async function mailAccountReset(ctx: Ctx, { email, locale }: { email: string; locale: string }) {
  const account = await accountByEmail(ctx, email)
  if (!account) return
  const page = `${originOf(ctx.config, ctx.brand.domain)}/create-password`
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
  const asked = { purpose: 'reset_password', user_id: id, since, most: mostAnHour } as const
  if ((await countIssued(ctx, asked)) >= mostAnHour) return
  const { token } = await issueToken(ctx, 'reset_password', id)
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
