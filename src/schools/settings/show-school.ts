import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureSchoolVisible } from '#tenancy/context/ensure-school-visible.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { schoolSettings } from './school-profile.ts'
import { isListed, findSchoolRow } from '../queries.ts'

export async function getSchool(
  ctx: Ctx,
  { id }: Input<typeof contract.getSchool>,
): Promise<Reply<typeof contract.getSchool>> {
  await ensureSchoolVisible(ctx, id)
  const row = ensureFound(await findSchoolRow(ctx))
  return schoolSettings(ctx.config, row, await isListed(ctx))
}
