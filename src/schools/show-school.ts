import type { Ctx } from '#platform/context.ts'
import { ensureSpokenOf } from '#platform/public-school.ts'
import { found } from '#platform/refusal.ts'
import type { Input, Reply } from '#platform/route.ts'
import type * as contract from './contract.ts'
import { settingsOf } from './profile.ts'
import { isListed, schoolRow } from './queries.ts'

export async function getSchool(
  ctx: Ctx,
  { id }: Input<typeof contract.getSchool>,
): Promise<Reply<typeof contract.getSchool>> {
  await ensureSpokenOf(ctx, id)
  const row = found(await schoolRow(ctx))
  return settingsOf(ctx.config, row, await isListed(ctx))
}
