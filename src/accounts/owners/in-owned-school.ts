import type { Ctx, OwnCtx, Surroundings } from '#tenancy/context/request-context.ts'
import { found } from '#platform/contract/refusal.ts'
import { transact } from '#tenancy/http/school-transaction.ts'
import type { UserRow } from '../users/user-details.ts'

/**
 * Runs `work` in a transaction of a school that the account owns, as the owner that it is there. A school of somebody
 * else, and one that has shut this owner out, answer as one that does not exist.
 */
export async function inOwnedSchool<T>(
  ctx: OwnCtx,
  school_id: string,
  work: (inside: Ctx, owner: UserRow) => Promise<T>,
): Promise<T> {
  const { account_id } = ctx.actor
  found(
    await ctx.db
      .selectFrom('account_schools')
      .where('account_id', '=', account_id)
      .where('school_id', '=', school_id)
      .select('school_id')
      .executeTakeFirst(),
  )
  return inSchoolOf(ctx, school_id, async (inside, around) => {
    const owner = found(await ownerWith(inside, account_id!))
    const { id, name, email } = owner
    around.actor = inside.actor = { ...ctx.actor, id, name, email }
    return work(inside, owner)
  })
}

/** A transaction of another school than the one that is spoken to; `not_found` for one that is gone. */
export async function inSchoolOf<T>(
  ctx: Surroundings,
  school_id: string,
  work: (inside: Ctx, around: Surroundings) => Promise<T>,
): Promise<T> {
  const school = found(await ctx.hosts.byId(school_id))
  const around: Surroundings = { ...ctx, school_id, school, brand: school.brand }
  return transact(around, { onSchoolChanged: () => {} }, (inside) => work(inside, around))
}

/** The active owner that an account is in the context's school. */
export function ownerWith({ tx, school_id }: Ctx, account_id: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('account_id', '=', account_id)
    .where('role', '=', 'account_user')
    .where('status', '=', 'active')
    .selectAll()
    .executeTakeFirst()
}
