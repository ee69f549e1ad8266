import { countDeferredMails, getExternalMailAllowance, scheduleDeferredMails, sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { verifyHmac, signHmac } from '#platform/security/tokens.ts'
import { translator } from '#platform/pages/translate.ts'
import type * as contract from '../contract.ts'
import { mailInvitationsJob } from '../job-handles.ts'
import { findAccount } from '../users/user-queries.ts'

const lifeMs = 7 * 86_400_000
const maxCounted = 10_000

type Owner = Pick<Ctx['actor'], 'id' | 'name' | 'email' | 'account_id'>

/** School of the link: the new school, or the current one. */
interface OwnersSchool {
  name: string
  url: string
}

/**
 * Mails an owner the link that verifies the account's address: valid for 7 days, in the owner's own session only.
 */
export async function mailEmailConfirmation(ctx: Ctx, owner: Owner, school: OwnersSchool) {
  const t = translator(ctx.locale)
  await sendMail(ctx, {
    to: owner.email,
    user_id: owner.id,
    kind: 'confirm_email',
    locale: ctx.locale,
    mail: {
      subject: t('accounts:confirm_email.subject'),
      heading: t('accounts:confirm_email.heading', { name: owner.name }),
      paragraphs: [t('accounts:confirm_email.text', { school: school.name })],
      button: {
        label: t('accounts:confirm_email.button'),
        url: `${school.url}/confirm-email?${confirmationQuery(ctx, owner)}`,
      },
      footnote: t('accounts:confirm_email.footnote'),
    },
  })
}

/** The same for the founder of a school, unless the address is verified already. */
export async function mailFirstConfirmation(
  ctx: Ctx,
  owner: Owner & { account_id: string },
  school: OwnersSchool,
) {
  const { email_confirmed_at, email_verified_at } = ensureFound(await findAccount(ctx, owner.account_id))
  if (!email_confirmed_at && !email_verified_at) await mailEmailConfirmation(ctx, owner, school)
}

/** The token is signed and not stored: it names account and address, and using it again has no effect. */
export function confirmationQuery(
  { config, now }: Pick<Ctx, 'config' | 'now'>,
  { account_id, email }: Pick<Owner, 'account_id' | 'email'>,
) {
  const expires = String(now.getTime() + lifeMs)
  const signature = signHmac(config.appSecret, 'confirm e-mail', account_id ?? '', email, expires)
  return new URLSearchParams({ token: `${expires}.${signature}` })
}

export async function requestEmailConfirmation(
  ctx: Ctx,
): Promise<Reply<typeof contract.requestEmailConfirmation>> {
  const { name, host } = ctx.school!
  const url = originFor(ctx.config, host)
  await mailEmailConfirmation(ctx, await ownAccount(ctx), { name, url })
  return okReply
}

/**
 * Verifies the address of the logged-in account. The link alone is not enough: a person could create a school
 * with another person's address, and that person must not confirm it by mistake.
 */
export async function confirmEmail(
  ctx: Ctx,
  { token }: Input<typeof contract.confirmEmail>,
): Promise<Reply<typeof contract.confirmEmail>> {
  const { tx, now } = ctx
  const { account_id, email } = await ownAccount(ctx)
  if (!isValid(ctx, token, [account_id, email])) throw new Refusal('token_invalid')
  await tx
    .updateTable('accounts')
    // Session and mail together prove the owner, so no other sessions, passwords or factors need to end.
    .set((eb) => ({
      email_confirmed_at: now,
      email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(now)),
    }))
    .where('id', '=', account_id)
    .where('email_confirmed_at', 'is', null)
    .execute()
  await ctx.audit('owner.email_confirmed', ['user', ctx.actor.id], {})
  await ctx.enqueue(mailInvitationsJob, {}, { priority: 'late', job_key: 'mailInvitations' })
  await scheduleDeferredMails(ctx)
  return okReply
}

function isValid({ config, now }: Ctx, token: string, [account_id, email]: [string, string]) {
  const [expires = '', signature = ''] = token.split('.')
  if (!/^\d{13}$/.test(expires) || Number(expires) < now.getTime()) return false
  const secrets = [config.appSecret, config.previousSecret ?? config.appSecret]
  return secrets.some((secret) => verifyHmac(signature, secret, 'confirm e-mail', account_id, email, expires))
}

/** The account's address counts: the user of a school may show another one. */
async function ownAccount(ctx: Ctx) {
  const { id, name, account_id } = ctx.actor
  if (!account_id) throw new Refusal('forbidden')
  const { email } = ensureFound(await findAccount(ctx, account_id))
  return { id, name, account_id, email }
}

export async function getMailAllowance(ctx: Ctx): Promise<Reply<typeof contract.getMailAllowance>> {
  const { tx, school_id } = ctx
  const { waiting } = await tx
    .selectFrom(
      tx
        .selectFrom('invitations')
        .where('school_id', '=', school_id)
        .where('mail_state', '=', 'due')
        .where('accepted_at', 'is', null)
        .where('revoked_at', 'is', null)
        .select('id')
        .limit(maxCounted)
        .as('due'),
    )
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  return {
    ...(await getExternalMailAllowance(ctx)),
    queued: waiting + (await countDeferredMails(ctx, maxCounted)),
  }
}
