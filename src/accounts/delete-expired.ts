import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { deleteExpiredClaims } from '#platform/http/idempotency.ts'
import { deleteOldCounters } from '#platform/rate-limits/sliding-counters.ts'

/** Deletes expired sessions and one-time tokens of a school. */
export async function deleteExpiredOfSchool({ tx, school_id, now }: Ctx) {
  await tx.deleteFrom('sessions').where('school_id', '=', school_id).where('expires_at', '<', now).execute()
  await tx
    .deleteFrom('one_time_tokens')
    .where('school_id', '=', school_id)
    .where('expires_at', '<', hourAgo(now))
    .execute()
  await tx
    .deleteFrom('registration_links')
    .where('school_id', '=', school_id)
    .where('expires_at', '<', now)
    .execute()
  await tx
    .deleteFrom('oidc_logins')
    .where('school_id', '=', school_id)
    .where('expires_at', '<', now)
    .execute()
}

/** Deletes expired sessions and tokens of owners' accounts, and counters that belong to no school. */
export async function deleteExpiredOfPlatform({ db, now, transact }: CtxWithoutTx) {
  await transact(({ tx, school_id }) =>
    tx
      .deleteFrom('one_time_tokens')
      .where('school_id', '=', school_id)
      .where('expires_at', '<', hourAgo(now))
      .execute(),
  )
  await db.deleteFrom('account_sessions').where('expires_at', '<', now).execute()
  await deleteOldCounters(db, now)
  await deleteExpiredClaims(db)
}

/** Reset links are counted for an hour, which is also their lifetime. */
const hourAgo = (now: Date) => new Date(now.getTime() - 3_600_000)
