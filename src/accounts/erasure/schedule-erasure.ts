import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Role } from '#tenancy/access/actor.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import { deleteTokens } from '../sessions/one-time-tokens.ts'
import { mayEraseUser } from '../policy.ts'
import { listActiveOwnerIds, lockUser } from '../users/user-queries.ts'
import { endSessions } from '../sessions/session.ts'
import { policyUser } from '../users/user-details-view.ts'

/** Milliseconds in which a person can cancel. */
const graceMs = 7 * 86_400_000

/** Schedules the erasure of a person and ends the person's sessions. If repeated, the first date stays. */
export async function scheduleErasure(ctx: Ctx, user_id: string) {
  const { tx, school_id, now, actor } = ctx
  // Locks the owners first: of two who leave at once, the second is refused.
  const owners = await listActiveOwnerIds(ctx)
  const person = ensureFound(await lockUser(ctx, user_id))
  const leaving = await leavingOwners(ctx)
  const others = owners.filter((id) => id !== user_id && !leaving.has(id)).length
  ensureAllowed(mayEraseUser(actor, policyUser(person), others))
  const erase_at = person.erase_at ?? new Date(now.getTime() + graceMs)
  await tx
    .updateTable('users')
    .set({ erase_at })
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .execute()
  await endSessions(ctx, user_id)
  await deleteTokens(ctx, user_id)
  const { id, email, name, language, role } = person
  return {
    erase_at,
    is_new: person.erase_at === null,
    person: { id, email, name, language, role: role as Role },
  }
}

/** Owners with a scheduled erasure do not count. */
async function leavingOwners({ tx, school_id }: Ctx) {
  const rows = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('role', '=', 'account_user')
    .where('erase_at', 'is not', null)
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** When the account of a user will be erased; null if no erasure is scheduled. */
export async function getScheduledErasure({ tx, school_id }: Ctx, user_id: string) {
  const row = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .where('status', '<>', 'removed')
    .select(['id', 'email', 'name', 'language', 'role', 'erase_at'])
    .executeTakeFirst()
  return ensureFound(row)
}
