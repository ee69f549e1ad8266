import { sql } from 'kysely'
import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { newId } from '#platform/security/tokens.ts'
import { scheduleDeferredMails } from './deferred-mails.ts'
import { deliverMailJob } from './job-handles.ts'
import type { MailKind } from './kinds.ts'
import {
  countExternalMail,
  countUnprovedMail,
  isExternalMail,
  lockExternalMailAllowance,
} from './external-mail.ts'
import { sanitizeDisplayName } from './sanitize-display-name.ts'
import { collapseWhitespace, renderMail, type MailBranding, type MailContent } from './render-mail.ts'

export interface OutgoingMail {
  to: string
  user_id?: string
  /**
   * A mail that staff cause to a member with an unverified address: deferred when the day's allowance is used up.
   */
  is_unproved?: boolean
  kind: MailKind
  locale?: string
  mail: MailContent
}

/** Writes a mail to the outbox and enqueues its delivery, if this transaction commits. */
export const sendMail = (ctx: Ctx, mail: OutgoingMail) => sendMails(ctx, [mail])

/** The same for many people, such as an approved class, with one statement. */
export async function sendMails(ctx: Ctx, mails: OutgoingMail[]) {
  if (mails.length === 0) return
  await countExternalMail(ctx, mails)
  const deferred = await mailsToDefer(ctx, mails)
  const letterheadFor = await letterheads(ctx)
  const rows = mails.map((one) => {
    const { to, user_id, kind, locale, mail } = one
    const isDeliverable = isDeliverableAddress(to)
    const own = letterheadFor(locale ?? ctx.locale)
    const letterhead = isExternalMail({ kind, ...(user_id && { user_id }) }) ? withPlainName(own) : own
    return {
      school_id: ctx.school_id,
      id: newId(),
      user_id: user_id ?? null,
      kind,
      sender_name: collapseWhitespace(letterhead.sender),
      sender_address: ctx.brand.sender?.address ?? null,
      recipient: collapseWhitespace(to),
      ...renderMail(mail, letterhead),
      created_at: ctx.now,
      // An address that a mail server could read as several addresses or as a header is stored and never sent.
      status: !isDeliverable ? 'failed' : deferred.has(one) ? 'deferred' : 'queued',
      last_error: isDeliverable ? null : 'the address cannot be written to',
    }
  })
  await ctx.tx.insertInto('mail_outbox').values(rows).execute()
  for (const row of rows) if (row.status === 'queued') await ctx.enqueue(deliverMailJob, { mail_id: row.id })
  if (deferred.size > 0) await scheduleDeferredMails(ctx, (await lockExternalMailAllowance(ctx)).resumes_at)
}

/** Mails to unverified addresses beyond the day's allowance. */
async function mailsToDefer(ctx: Ctx, mails: OutgoingMail[]): Promise<ReadonlySet<OutgoingMail>> {
  const unproved = mails.filter(({ to, is_unproved }) => is_unproved && isDeliverableAddress(to))
  return new Set(unproved.slice(await countUnprovedMail(ctx, unproved.length)))
}

/** For people who do not know the school, the name is sanitised. */
const withPlainName = (own: MailBranding): MailBranding => ({
  ...own,
  name: sanitizeDisplayName(own.name),
  sender: sanitizeDisplayName(own.sender),
})

/** Whether the address is a single one without characters that have a meaning in a header or envelope. */
export const isDeliverableAddress = (address: string) =>
  address.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(address)

async function letterheads(ctx: Ctx): Promise<(locale: string) => MailBranding> {
  const { config, school, school_id, brand, tx } = ctx
  if (!school || school_id === PLATFORM_ID) {
    const { name, theme, sender } = brand
    const url = originFor(config, brand.domain)
    const logo_url = brand.logo_url && new URL(brand.logo_url, url).href
    return (locale) => ({ name, sender: sender?.name ?? name, url, logo_url, colour: theme.primary, locale })
  }
  const row = await tx
    .selectFrom('schools')
    .where('school_id', '=', school_id)
    .select(sql<string | null>`theme->>'primary'`.as('colour'))
    .executeTakeFirst()
  const url = originFor(config, school.host)
  const logo_url = school.logo_url && new URL(school.logo_url, url).href
  const { name } = school
  return (locale) => ({ name, sender: name, url, logo_url, colour: row?.colour ?? '', locale })
}
