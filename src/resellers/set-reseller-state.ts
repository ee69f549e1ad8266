import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { findReseller, selectResellers, resellerView } from './queries.ts'
import { announceBrandChange } from './announce-brand-change.ts'

export async function setResellerState(
  ctx: Ctx,
  { id, state, reason }: Input<typeof contract.setResellerState>,
): Promise<Reply<typeof contract.setResellerState>> {
  const { tx, now, config } = ctx
  const row = ensureFound(await selectResellers(ctx).where('id', '=', id).forUpdate().executeTakeFirst())
  if (row.state !== state) {
    await tx.updateTable('resellers').set({ state, updated_at: now }).where('id', '=', id).execute()
    await ctx.audit(`reseller.${state}`, ['reseller', id], { reason })
    await announceBrandChange(ctx)
  }
  return resellerView(config, ensureFound(await findReseller(ctx, id)))
}
