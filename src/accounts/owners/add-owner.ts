import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { createUser } from '../users/create-user.ts'

/** Creates an owner of the context's school for an account, with the account's password. */
export async function addOwner(ctx: Ctx, account_id: string) {
  const { tx, school_id, now } = ctx
  const account = ensureFound(
    await tx
      .selectFrom('accounts')
      .where('id', '=', account_id)
      .select(['email', 'name', 'first_name', 'last_name', 'country'])
      .executeTakeFirst(),
  )
  await tx
    .insertInto('account_schools')
    .values({ account_id, school_id, created_at: now })
    .onConflict((oc) => oc.doNothing())
    .execute()
  return createUser(ctx, { role: 'account_user', account_id, ...account })
}
