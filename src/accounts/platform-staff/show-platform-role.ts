import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { missingRequirements, platformRoleByEmail } from './platform-role-by-email.ts'
import { findAccount } from '../users/user-queries.ts'

export async function showPlatformRole(ctx: Ctx): Promise<Reply<typeof contract.getPlatformRole>> {
  const account = ensureFound(await findAccount(ctx, ctx.actor.id))
  // At a reseller's root no account has a platform role.
  const role = ctx.brand.key === '' ? platformRoleByEmail(ctx.config, account) : null
  return { platform_role: role, missing: role ? missingRequirements(account) : [] }
}
