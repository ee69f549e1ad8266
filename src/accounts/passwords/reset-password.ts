import type { Ctx } from '#tenancy/context/request-context.ts'
import { done, type Input, type Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { mailAccountReset, mailReset } from '../jobs.ts'
import { loginKind } from '../users/roles.ts'

/** Only queues a look: whether there is such a user shows neither in the answer nor in the time it takes. */
export async function resetPassword(
  ctx: Ctx,
  { user_code, user_type }: Input<typeof contract.resetPassword>,
): Promise<Reply<typeof contract.resetPassword>> {
  await ctx.enqueue(mailReset, { user_code, kind: loginKind(user_type), locale: ctx.locale })
  return done
}

export async function resetAccountPassword(
  ctx: Ctx,
  { email }: Input<typeof contract.resetAccountPassword>,
): Promise<Reply<typeof contract.resetAccountPassword>> {
  await ctx.enqueue(mailAccountReset, { email, locale: ctx.locale })
  return done
}
