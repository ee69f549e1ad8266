import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { notifyFlagsChanged } from './create-flag.ts'

export async function deleteFlag(
  ctx: Ctx,
  { name }: Input<typeof contract.deleteFlag>,
): Promise<Reply<typeof contract.deleteFlag>> {
  const row = ensureFound(
    await ctx.tx.deleteFrom('feature_flags').where('name', '=', name).returningAll().executeTakeFirst(),
  )
  const { description, is_on_for_all, school_urls, share_percent } = row
  const before = { description, is_on_for_all, school_urls, share_percent }
  await ctx.audit('flag.deleted', ['flag', name], { before })
  await notifyFlagsChanged(ctx)
  return okReply
}
