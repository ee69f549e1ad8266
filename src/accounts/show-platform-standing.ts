import type { Ctx } from '#platform/context.ts'
import { found } from '#platform/refusal.ts'
import type { Reply } from '#platform/route.ts'
import type * as contract from './contract.ts'
import { lacking, platformRole } from './platform-role.ts'
import { accountById } from './queries.ts'

export async function showPlatformStanding(ctx: Ctx): Promise<Reply<typeof contract.showPlatformStanding>> {
  const account = found(await accountById(ctx, ctx.actor.id))
  const role = platformRole(ctx.config, account)
  return { platform_role: role, lacking: role ? lacking(account) : [] }
}
