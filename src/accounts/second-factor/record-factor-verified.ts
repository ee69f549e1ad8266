import { asSchool } from '#tenancy/context/context-for.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'

/** Records that the actor's session passed a second factor now. */
export async function recordFactorVerified({ tx, school_id, actor, now }: Ctx) {
  const passed = { second_factor_at: now }
  if (school_id === PLATFORM_ID)
    return tx.updateTable('account_sessions').set(passed).where('id', '=', actor.session_id!).execute()
  return tx
    .updateTable('sessions')
    .set(passed)
    .where('school_id', '=', school_id)
    .where('id', '=', actor.session_id!)
    .execute()
}

/**
 * Clears the second factor of all sessions of the actor; for an owner in every school, one short transaction
 * each, and at the root host.
 */
export async function clearFactorVerified(ctx: CtxWithoutTx) {
  const { actor, school_id } = ctx
  if (!actor.account_id) return ctx.transact((txCtx) => forgetIn(txCtx, [actor.id]))
  const passed = { second_factor_at: null }
  await ctx.db
    .updateTable('account_sessions')
    .set(passed)
    .where('account_id', '=', actor.account_id)
    .execute()
  const owned = await ctx.db
    .selectFrom('account_schools')
    .where('account_id', '=', actor.account_id)
    .select('school_id')
    .execute()
  for (const school of new Set([...owned.map((row) => row.school_id), school_id]))
    if (school !== PLATFORM_ID)
      await runTransaction(
        asSchool(ctx, { school_id: school }),
        { onSchoolInvalidated: () => {} },
        async (txCtx) => forgetIn(txCtx, await usersOf(txCtx, actor.account_id!)),
      )
}

async function usersOf({ tx, school_id }: Ctx, account_id: string) {
  const rows = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('account_id', '=', account_id)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function forgetIn({ tx, school_id }: Ctx, user_ids: string[]) {
  if (user_ids.length === 0) return
  await tx
    .updateTable('sessions')
    .set({ second_factor_at: null })
    .where('school_id', '=', school_id)
    .where('user_id', 'in', user_ids)
    .execute()
}
