import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { consentPurposes, type setConsent as change } from './contract.ts'
import { consentChanged } from './events.ts'

export type ConsentPurpose = (typeof consentPurposes)[number]
type Reach = Pick<Ctx, 'tx' | 'school_id'>

/** The newest decision of each person on each purpose. */
const lastWords = ({ tx, school_id }: Reach, user_ids: readonly string[]) =>
  tx
    .selectFrom('consents')
    .distinctOn(['user_id', 'purpose'])
    .where('school_id', '=', school_id)
    .where('user_id', 'in', user_ids)
    .select(['user_id', 'purpose', 'is_given', 'changed_at'])
    .orderBy('user_id')
    .orderBy('purpose')
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')

/** Without a decision there is no consent. */
export async function getCurrentConsents(ctx: Reach, user_id: string) {
  const rows = await lastWords(ctx, [user_id]).execute()
  return consentPurposes.map((purpose) => {
    const last = rows.find((row) => row.purpose === purpose)
    return { purpose, is_given: last?.is_given ?? false, changed_at: last?.changed_at ?? null }
  })
}

/**
 * Filters people who consent to mail for this purpose. Call it right before sending: consent can be withdrawn at
 * any time.
 */
export async function filterConsentedUsers(
  ctx: Reach,
  purpose: ConsentPurpose,
  user_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (user_ids.length === 0) return new Set()
  const { tx, school_id } = ctx
  const rows = await tx
    .selectFrom(lastWords(ctx, user_ids).where('purpose', '=', purpose).as('last'))
    .innerJoin('users as u', (on) => on.onRef('u.id', '=', 'last.user_id').on('u.school_id', '=', school_id))
    .where('u.status', '=', 'active')
    .where('last.is_given', '=', true)
    .select('last.user_id')
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

export async function setConsent(
  ctx: Ctx,
  { purpose, is_given }: Input<typeof change>,
): Promise<Reply<typeof change>> {
  const { tx, school_id, now, actor, locale } = ctx
  await holdPerson(ctx, actor.id)
  const last = (await getCurrentConsents(ctx, actor.id)).find((one) => one.purpose === purpose)!
  if (last.is_given === is_given) return last
  await tx
    .insertInto('consents')
    .values({
      school_id,
      id: newId(),
      user_id: actor.id,
      purpose,
      is_given,
      language: locale,
      changed_at: now,
    })
    .execute()
  await ctx.emit(consentChanged, { user_id: actor.id, purpose, is_given })
  return { purpose, is_given, changed_at: now }
}

/** SQL for `user_id` if this person currently consents to the purpose, else null. */
export const userIdIfConsented = ({ school_id }: Reach, purpose: ConsentPurpose, user_id: string) =>
  sql<string | null>`(select id from users where school_id = ${school_id}::uuid and id = ${user_id}::uuid
    and ${purpose} = any(consented_purposes))`

/** Locks the person, so that concurrent changes run one after the other. */
async function holdPerson({ tx, school_id }: Reach, user_id: string) {
  const row = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  ensureFound(row)
}
