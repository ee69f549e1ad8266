import { asSchool } from '#tenancy/context/context-for.ts'
import type { Ctx, CtxWithoutTx, RequestContext } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import type { UserRow } from '../users/user-details-view.ts'

/**
 * Runs `work` in a transaction of a school that the account owns, with the owner as actor. Refuses `not_found`
 * for schools of others, and where the owner is suspended.
 */
export async function withOwnedSchool<T>(
  ctx: CtxWithoutTx,
  school_id: string,
  work: (txCtx: Ctx, owner: UserRow) => Promise<T>,
): Promise<T> {
  const { account_id } = ctx.actor
  ensureFound(
    await ctx.db
      .selectFrom('account_schools')
      .where('account_id', '=', account_id)
      .where('school_id', '=', school_id)
      .select('school_id')
      .executeTakeFirst(),
  )
  return withSchool(ctx, school_id, async (txCtx, requestContext) => {
    const owner = ensureFound(await findOwnerByAccount(txCtx, account_id!))
    const { id, name, email } = owner
    requestContext.actor = txCtx.actor = { ...ctx.actor, id, name, email }
    return work(txCtx, owner)
  })
}

/** Runs `work` in a transaction of another school than the host's; refuses `not_found` if it does not exist. */
export async function withSchool<T>(
  ctx: RequestContext,
  school_id: string,
  work: (txCtx: Ctx, requestContext: RequestContext) => Promise<T>,
): Promise<T> {
  const school = ensureFound(await ctx.hosts.byId(school_id))
  const requestContext: RequestContext = asSchool(ctx, school)
  return runTransaction(requestContext, { onSchoolInvalidated: () => {} }, (txCtx) =>
    work(txCtx, requestContext),
  )
}

/** The active owner of an account in the context's school. */
export function findOwnerByAccount({ tx, school_id }: Ctx, account_id: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('account_id', '=', account_id)
    .where('role', '=', 'account_user')
    .where('status', '=', 'active')
    .selectAll()
    .executeTakeFirst()
}
