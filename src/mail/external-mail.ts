import { sql } from 'kysely'
import { isFlagged, isPaid, planStatus } from '#plans/index.ts'
import type { ExternalMailLimits } from './config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { MailKind } from './kinds.ts'
import './refusals.ts'

/** Who caused a mail; each cause has its own daily allowance. */
export type ExternalMailCause = 'school' | 'visitor'

/** Kinds of mail to people who are not members, by cause. */
const outsideKinds: Partial<Record<MailKind, ExternalMailCause>> = {
  gift: 'school',
  invitation: 'school',
  opening_of_course: 'school',
  ownership_offer: 'school',
  seat_invitation: 'school',
  registration_link: 'visitor',
}

export interface ExternalMailAllowance {
  /** Whether an owner has verified his or her address. Until then nothing is sent. */
  is_confirmed: boolean
  /** Mails per day, by age and plan of the school. */
  allowed_per_day: number
  /** Mails left today. */
  remaining: number
  /** Start of the next day's allowance. */
  resumes_at: Date
}

const dayMs = 86_400_000

/** Returns what the school may send today to people who are not members. */
export async function getExternalMailAllowance(
  ctx: Ctx,
  cause: ExternalMailCause = 'school',
): Promise<ExternalMailAllowance> {
  const sent = await countOf(ctx, cause).executeTakeFirst()
  return allowanceAfter(ctx, sent?.sent ?? 0)
}

/** The same, locked until commit: the remaining mails can be sent in this transaction. */
export async function lockExternalMailAllowance(
  ctx: Ctx,
  cause: ExternalMailCause = 'school',
): Promise<ExternalMailAllowance> {
  const { tx, school_id, now } = ctx
  const row = { school_id, day: dayOf(now), cause, sent: 0 }
  await tx
    .insertInto('external_mail_counts')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .execute()
  const { sent } = await countOf(ctx, cause).forUpdate().executeTakeFirstOrThrow()
  return allowanceAfter(ctx, sent)
}

/**
 * Counts mails that are about to be written. Every mail to people who are not members is counted here, in the
 * transaction that writes it. Refuses mails beyond the allowance; callers that can defer use
 * `lockExternalMailAllowance` first.
 */
export async function countExternalMail(ctx: Ctx, mails: readonly { kind: MailKind; user_id?: string }[]) {
  const counts = new Map<ExternalMailCause, number>()
  for (const { kind, user_id } of mails) {
    const cause = user_id ? undefined : outsideKinds[kind]
    if (cause) counts.set(cause, (counts.get(cause) ?? 0) + 1)
  }
  for (const [cause, n] of counts) await count(ctx, cause, n)
}

/**
 * Counts mails that staff cause to members with an unverified address. Returns how many of them the day's
 * allowance permits; 0 before an owner has verified his or her address.
 */
export async function countUnprovedMail(ctx: Ctx, count: number): Promise<number> {
  if (count === 0 || ctx.school_id === PLATFORM_ID) return count
  const { remaining } = await lockExternalMailAllowance(ctx)
  const allowed = Math.min(remaining, count)
  if (allowed > 0) await addSent(ctx, 'school', allowed)
  return allowed
}

export const isExternalMail = ({ kind, user_id }: { kind: MailKind; user_id?: string }) =>
  !user_id && kind in outsideKinds

async function count(ctx: Ctx, cause: ExternalMailCause, n: number) {
  // At the root host an owner writes in his or her own name, a few times a day at most.
  if (ctx.school_id === PLATFORM_ID) return ensureActorEmailConfirmed(ctx)
  const { is_confirmed, remaining } = await lockExternalMailAllowance(ctx, cause)
  if (!is_confirmed) throw new Refusal('owner_email_not_confirmed')
  if (n > remaining) throw new Refusal('external_mail_limit_reached')
  await addSent(ctx, cause, n)
}

const addSent = ({ tx, school_id, now }: Ctx, cause: ExternalMailCause, n: number) =>
  tx
    .updateTable('external_mail_counts')
    .set((eb) => ({ sent: eb('sent', '+', n) }))
    .where('school_id', '=', school_id)
    .where('day', '=', dayOf(now))
    .where('cause', '=', cause)
    .execute()

/** Refuses an owner who has not verified the address of his or her account. */
export async function ensureActorEmailConfirmed({ tx, actor }: Pick<Ctx, 'tx' | 'actor'>) {
  if (!actor.account_id) return
  const account = await tx
    .selectFrom('accounts')
    .where('id', '=', actor.account_id)
    .select(sql<boolean>`coalesce(email_confirmed_at, email_verified_at) is not null`.as('is_confirmed'))
    .executeTakeFirst()
  if (account?.is_confirmed === false) throw new Refusal('owner_email_not_confirmed')
}

async function allowanceAfter(ctx: Ctx, sent: number): Promise<ExternalMailAllowance> {
  const is_confirmed = await ownerIsConfirmed(ctx)
  const allowance = allowanceOf(ctx)
  const resumes_at = new Date((dayOf(ctx.now) + 1) * dayMs)
  return {
    is_confirmed,
    allowed_per_day: allowance,
    remaining: is_confirmed ? Math.max(0, allowance - sent) : 0,
    resumes_at,
  }
}

/** A school without an owner's account is run by an operator. */
async function ownerIsConfirmed({ tx, school_id }: Ctx) {
  const { rows } = await sql<{ is_confirmed: boolean | null }>`
    select bool_or(coalesce(a.email_confirmed_at, a.email_verified_at) is not null) as is_confirmed
    from account_schools s join accounts a on a.id = s.account_id where s.school_id = ${school_id}::uuid`.execute(
    tx,
  )
  return rows[0]?.is_confirmed ?? true
}

function allowanceOf({ config, school, now }: Ctx) {
  if (!school) return 0
  const isOnPaidPlan = isPaid(school.plan_name) || !isFlagged(planStatus(school))
  return allowanceForAge(
    config.externalMailLimits[isOnPaidPlan ? 'paid' : 'free'],
    now.getTime() - school.created_at.getTime(),
  )
}

/** Mails per day for a school of this age in milliseconds. */
export function allowanceForAge([firstDays, firstMonth, later]: ExternalMailLimits, age: number) {
  if (age < 7 * dayMs) return firstDays
  return age < 30 * dayMs ? firstMonth : later
}

/** UTC days since 1970. */
const dayOf = (now: Date) => Math.floor(now.getTime() / dayMs)

const countOf = ({ tx, school_id, now }: Ctx, cause: ExternalMailCause) =>
  tx
    .selectFrom('external_mail_counts')
    .where('school_id', '=', school_id)
    .where('day', '=', dayOf(now))
    .where('cause', '=', cause)
    .select('sent')
