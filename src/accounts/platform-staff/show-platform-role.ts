import type { Ctx } from '#tenancy/context/request-context.ts'
import { found } from '#platform/contract/refusal.ts'
import type { Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { lacking, platformRole } from './platform-role.ts'
import { accountById } from '../users/user-queries.ts'

export async function showPlatformStanding(ctx: Ctx): Promise<Reply<typeof contract.showPlatformStanding>> {
  const account = found(await accountById(ctx, ctx.actor.id))
  // At a reseller's root nobody is anything to the platform.
  const role = ctx.brand.key === '' ? platformRole(ctx.config, account) : null
  return { platform_role: role, lacking: role ? lacking(account) : [] }
}
