import type { Selectable } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { OwnershipOffers } from '#platform/database/database-types.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { hashToken } from '#platform/security/tokens.ts'

export type OfferRow = Selectable<OwnershipOffers>
type Reach = Pick<Ctx, 'tx' | 'now'>

/** Open offers of a mailed link at this root. */
export const findOffersByToken = ({ tx, now, brand }: Reach & Pick<Ctx, 'brand'>, token: string) =>
  tx
    .selectFrom('ownership_offers')
    .where('token_hash', '=', hashToken(token))
    .where('root_domain', '=', brand.key)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .selectAll()
    .orderBy('school_id')
    .execute()

/**
 * Closes an open offer. If it is accepted and withdrawn at the same time, the second transaction finds it closed.
 */
export const endOffer = ({ tx, now }: Reach, id: string, state: 'accepted' | 'withdrawn') =>
  tx
    .updateTable('ownership_offers')
    .set({ state, ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Deletes expired offers, which would block a new one. */
export const deleteExpiredOffers = ({ tx, now }: Reach, school_id: string) =>
  tx
    .updateTable('ownership_offers')
    .set({ state: 'withdrawn', ended_at: now })
    .where('school_id', '=', school_id)
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .execute()

/** Withdraws every open offer of the school. */
export const withdrawOffers = ({ tx, school_id, now }: Ctx) =>
  tx
    .updateTable('ownership_offers')
    .set({ state: 'withdrawn', ended_at: now })
    .where('school_id', '=', school_id)
    .where('state', '=', 'open')
    .execute()

/** Deletes every offer of a school that is being erased. */
export const deleteSchoolOffers = (db: Database, school_id: string) =>
  db.deleteFrom('ownership_offers').where('school_id', '=', school_id).execute()

/** Milliseconds after expiry until an offer is deleted; the audit log keeps the event. */
const offerRetentionMs = 30 * 86_400_000

/** Deletes offers of all schools that expired a month ago. */
export async function deleteOldOffers(db: Database, now: Date) {
  await db
    .deleteFrom('ownership_offers')
    .where('expires_at', '<', new Date(now.getTime() - offerRetentionMs))
    .execute()
}

/** Refuses for a school that is closing. Reads the row, because the cached school may be outdated. */
export async function ensureNotClosing({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) {
  const closing = await tx
    .selectFrom('school_closings')
    .where('school_id', '=', school_id)
    .select('school_id')
    .executeTakeFirst()
  if (closing) throw new Refusal('school_closing')
}

/** Owners of a school, in the order in which they became owners. */
export const listOwners = ({ tx }: Pick<Ctx, 'tx'>, school_id: string) =>
  tx
    .selectFrom('account_schools as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .where('s.school_id', '=', school_id)
    .select(['a.id', 'a.name', 'a.email', 's.created_at as since'])
    .orderBy('s.created_at')
    .orderBy('a.id')
    .limit(100)
    .execute()
