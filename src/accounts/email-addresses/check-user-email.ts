import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { proofScope } from '#tenancy/http/proof-scope.ts'
import { countOrRequireProof } from '#platform/rate-limits/rate-limits.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { unknownLoginSubject } from '../login-protection/login-attempts.ts'
import { normalizeEmail } from '../users/login-name.ts'
import { findUserByCode } from '../users/user-queries.ts'
import { loginRoleOf } from '../users/roles.ts'

const perEmail = { max: 10, seconds: 60 }

/**
 * In addition to the route's limit per client, each address may be checked 10 times a minute; further checks need
 * a proof of work.
 */
export async function checkUserEmail(
  ctx: CtxWithoutTx,
  { email, userType }: Input<typeof contract.checkUserEmail>,
): Promise<Reply<typeof contract.checkUserEmail>> {
  const kind = loginRoleOf(userType)
  const throttleKey = unknownLoginSubject(ctx.school_id, kind, normalizeEmail(email))
  await countOrRequireProof(ctx.db, `${ctx.school_id}/checkUserEmail/email/${throttleKey}`, {
    limit: perEmail,
    scope: proofScope(ctx),
  })
  const user = await ctx.transact((txCtx) => findUserByCode(txCtx, kind, normalizeEmail(email)))
  return { exists: user !== undefined }
}
