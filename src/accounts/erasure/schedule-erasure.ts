import type { Ctx, Role } from '#tenancy/context/request-context.ts'
import { ensure, found } from '#platform/contract/refusal.ts'
import { dropTokens } from '../sessions/one-time-tokens.ts'
import { mayBeErased } from '../policy.ts'
import { activeOwners, userToChange } from '../users/user-queries.ts'
import { endSessions } from '../sessions/session.ts'
import { standingOf } from '../users/user-details.ts'

/** How long somebody may think better of it. */
const graceMs = 7 * 86_400_000

/** Sets the day on which somebody will be erased, and logs him or her out. Asked again, the first day holds. */
export async function planErasure(ctx: Ctx, user_id: string) {
  const { tx, school_id, now, actor } = ctx
  // Owners first: of two who leave at once, one is told to stay.
  const owners = await activeOwners(ctx)
  const person = found(await userToChange(ctx, user_id))
  const leaving = await leavingOwners(ctx)
  const others = owners.filter((id) => id !== user_id && !leaving.has(id)).length
  ensure(mayBeErased(actor, standingOf(person), others))
  const erase_at = person.erase_at ?? new Date(now.getTime() + graceMs)
  await tx
    .updateTable('users')
    .set({ erase_at })
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .execute()
  await endSessions(ctx, user_id)
  await dropTokens(ctx, user_id)
  const { id, email, name, language, role } = person
  return {
    erase_at,
    is_new: person.erase_at === null,
    person: { id, email, name, language, role: role as Role },
  }
}

/** An owner who will be gone next week does not keep the school. */
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

export async function erasureOf({ tx, school_id }: Ctx, user_id: string) {
  const row = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .where('status', '<>', 'removed')
    .select(['id', 'email', 'name', 'language', 'role', 'erase_at'])
    .executeTakeFirst()
  return found(row)
}
