import type { Ctx } from '#tenancy/context/request-context.ts'
import { found } from '#platform/contract/refusal.ts'
import { done, type Input, type Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { tellFlagsChanged } from './create-flag.ts'

export async function deleteFlag(
  ctx: Ctx,
  { name }: Input<typeof contract.deleteFlag>,
): Promise<Reply<typeof contract.deleteFlag>> {
  const row = found(
    await ctx.tx.deleteFrom('feature_flags').where('name', '=', name).returningAll().executeTakeFirst(),
  )
  const { description, is_on_for_all, school_urls, share_percent } = row
  const before = { description, is_on_for_all, school_urls, share_percent }
  await ctx.audit('flag.deleted', ['flag', name], { before })
  await tellFlagsChanged(ctx)
  return done
}
