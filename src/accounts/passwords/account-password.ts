import { asSchool } from '#tenancy/context/context-for.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import { deleteTokens } from '../sessions/one-time-tokens.ts'
import { endSessions } from '../sessions/session.ts'

export async function storeAccountPassword({ tx, now }: Ctx, account_id: string, password_hash: string) {
  await tx
    .updateTable('accounts')
    .set({ password_hash, updated_at: now })
    .where('id', '=', account_id)
    .execute()
}

/**
 * Ends an account's sessions at the root host and in its schools, except one if given. One short transaction per
 * school, because a transaction sees one school.
 */
export async function endAccountSessions(ctx: CtxWithoutTx, account_id: string, except: string | null) {
  const schools = await ctx.db
    .selectFrom('account_schools')
    .where('account_id', '=', account_id)
    .select('school_id')
    .execute()
  let ended = ctx.db.deleteFrom('account_sessions').where('account_id', '=', account_id)
  if (except) ended = ended.where('id', '<>', except)
  await ended.execute()
  for (const { school_id } of schools)
    await runTransaction(asSchool(ctx, { school_id }), { onSchoolInvalidated: () => {} }, async (txCtx) => {
      const users = await txCtx.tx
        .selectFrom('users')
        .where('school_id', '=', school_id)
        .where('account_id', '=', account_id)
        .select('id')
        .execute()
      for (const { id } of users) {
        await endSessions(txCtx, id, except)
        await deleteTokens(txCtx, id)
      }
    })
}
