import type { OwnCtx } from '#tenancy/context/request-context.ts'
import { countOrProve } from '#tenancy/http/rate-limits.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { strangerOf } from '../login-protection/login-attempts.ts'
import { emailOf } from '../users/login-name.ts'
import { userByCode } from '../users/user-queries.ts'
import { loginKind } from '../users/roles.ts'

const perEmail = { max: 10, seconds: 60 }

/** Beside the route's limit per client, each e-mail is asked for 10 times a minute, by whomever; then each look
 * takes a proof of work. */
export async function checkUserEmail(
  ctx: OwnCtx,
  { email, userType }: Input<typeof contract.checkUserEmail>,
): Promise<Reply<typeof contract.checkUserEmail>> {
  const kind = loginKind(userType)
  const asked = strangerOf(ctx.school_id, kind, emailOf(email))
  await countOrProve(ctx.db, `${ctx.school_id}/checkUserEmail/email/${asked}`, {
    limit: perEmail,
    around: ctx,
  })
  const user = await ctx.transact((inside) => userByCode(inside, kind, emailOf(email)))
  return { exists: user !== undefined }
}
