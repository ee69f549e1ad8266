import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureSpokenOf } from '#tenancy/context/ensure-school-visible.ts'
import { found } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { settingsOf } from './school-profile.ts'
import { isListed, schoolRow } from '../queries.ts'

export async function getSchool(
  ctx: Ctx,
  { id }: Input<typeof contract.getSchool>,
): Promise<Reply<typeof contract.getSchool>> {
  await ensureSpokenOf(ctx, id)
  const row = found(await schoolRow(ctx))
  return settingsOf(ctx.config, row, await isListed(ctx))
}
