import { lockExternalMailAllowance, sanitizeDisplayName, sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { hashToken, newToken } from '#platform/security/tokens.ts'
import { translator } from '#platform/pages/translate.ts'
import { mailMagicLink } from '../magic-links/mail-magic-link.ts'
import { findUserByCode } from '../users/user-queries.ts'

const lifeMs = 15 * 60_000
/** Maximum valid links per address, so that no mailbox is flooded. */
const maxMails = 5

/**
 * Mails the link that completes a registration, or a login link to an existing user. Mail and mark commit
 * together: safe to repeat.
 */
export async function mailRegistrationLink(ctx: Ctx, { ask }: { ask: string }) {
  const { tx, school_id, now } = ctx
  const waiting = await tx
    .selectFrom('registration_links')
    .where('school_id', '=', school_id)
    .where('request_hash', '=', hashToken(ask))
    .where('token_hash', 'is', null)
    .select(['email', 'name', 'language', 'redirect'])
    .executeTakeFirst()
  if (!waiting) return
  const { email, name, language: locale, redirect } = waiting
  const user = await findUserByCode(ctx, 'student', email)
  if (user) await mailMagicLink(ctx, { user_code: email, kind: 'student', locale, redirect })
  if (user || (await mailedLately(ctx, email)) >= maxMails) return forget(ctx, ask)
  // The form reports this to the caller; a request at the same moment is refused here.
  if ((await lockExternalMailAllowance(ctx, 'visitor')).remaining === 0) return forget(ctx, ask)
  const token = newToken()
  await tx
    .updateTable('registration_links')
    .set({ token_hash: hashToken(token), expires_at: new Date(now.getTime() + lifeMs) })
    .where('school_id', '=', school_id)
    .where('request_hash', '=', hashToken(ask))
    .execute()
  await sendRegistrationLink(ctx, { email, name, locale, redirect, token })
}

interface Written {
  email: string
  name: string
  locale: string
  redirect: string | null
  token: string
}

export async function sendRegistrationLink(ctx: Ctx, { email, name, locale, redirect, token }: Written) {
  const { config } = ctx
  const school = ctx.school!
  const query = new URLSearchParams({ as: 'student', token, first: 'true', ...(redirect && { redirect }) })
  const t = translator(locale)
  await sendMail(ctx, {
    to: email,
    kind: 'registration_link',
    locale,
    mail: {
      subject: t('accounts:registration_link.subject', { school: sanitizeDisplayName(school.name) }),
      heading: t('accounts:registration_link.heading', { name: sanitizeDisplayName(name) }),
      paragraphs: [t('accounts:registration_link.text', { school: sanitizeDisplayName(school.name) })],
      button: {
        label: t('accounts:registration_link.button'),
        url: `${originFor(config, school.host)}/magic-link?${query}`,
      },
      footnote: t('accounts:registration_link.footnote'),
    },
  })
}

async function mailedLately({ tx, school_id, now }: Ctx, email: string) {
  const rows = await tx
    .selectFrom('registration_links')
    .where('school_id', '=', school_id)
    .where('email', '=', email)
    .where('token_hash', 'is not', null)
    .where('expires_at', '>', now)
    .select('request_hash')
    .limit(maxMails)
    .execute()
  return rows.length
}

const forget = ({ tx, school_id }: Ctx, ask: string) =>
  tx
    .deleteFrom('registration_links')
    .where('school_id', '=', school_id)
    .where('request_hash', '=', hashToken(ask))
    .execute()
