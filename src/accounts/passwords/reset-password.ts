import type { Ctx } from '#tenancy/context/request-context.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { mailAccountPasswordResetJobDefinition, mailPasswordResetJobDefinition } from '../jobs.ts'
import { loginRoleOf } from '../users/roles.ts'

/** Only enqueues a job: neither response nor timing reveals whether the user exists. */
export async function resetPassword(
  ctx: Ctx,
  { user_code, user_type }: Input<typeof contract.resetPassword>,
): Promise<Reply<typeof contract.resetPassword>> {
  await ctx.enqueue(mailPasswordResetJobDefinition, {
    user_code,
    kind: loginRoleOf(user_type),
    locale: ctx.locale,
  })
  return okReply
}

export async function resetAccountPassword(
  ctx: Ctx,
  { email }: Input<typeof contract.resetAccountPassword>,
): Promise<Reply<typeof contract.resetAccountPassword>> {
  await ctx.enqueue(mailAccountPasswordResetJobDefinition, { email, locale: ctx.locale })
  return okReply
}
