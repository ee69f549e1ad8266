import type { Ctx } from '#tenancy/context/request-context.ts'
import { found } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { resellerById, resellers, shownReseller } from './queries.ts'
import { tellBrandsChanged } from './tell-brands-changed.ts'

export async function setResellerState(
  ctx: Ctx,
  { id, state, reason }: Input<typeof contract.setResellerState>,
): Promise<Reply<typeof contract.setResellerState>> {
  const { tx, now, config } = ctx
  const row = found(await resellers(ctx).where('id', '=', id).forUpdate().executeTakeFirst())
  if (row.state !== state) {
    await tx.updateTable('resellers').set({ state, updated_at: now }).where('id', '=', id).execute()
    await ctx.audit(`reseller.${state}`, ['reseller', id], { reason })
    await tellBrandsChanged(ctx)
  }
  return shownReseller(config, found(await resellerById(ctx, id)))
}
