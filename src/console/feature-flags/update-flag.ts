import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { notifyFlagsChanged } from './create-flag.ts'
import { ensureSchoolsExist } from './ensure-schools-exist.ts'

export async function updateFlag(
  ctx: Ctx,
  { name, ...flag }: Input<typeof contract.updateFlag>,
): Promise<Reply<typeof contract.updateFlag>> {
  const { tx, now } = ctx
  const before = ensureFound(
    await tx.selectFrom('feature_flags').where('name', '=', name).selectAll().forUpdate().executeTakeFirst(),
  )
  // A deleted school may stay in the list; a new address must belong to a school.
  await ensureSchoolsExist(
    ctx,
    flag.school_urls.filter((address) => !before.school_urls.includes(address)),
  )
  const row = await tx
    .updateTable('feature_flags')
    .set({ ...flag, updated_at: now })
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { description, is_on_for_all, school_urls, share_percent } = before
  await ctx.audit('flag.updated', ['flag', name], {
    before: { description, is_on_for_all, school_urls, share_percent },
    after: flag,
  })
  await notifyFlagsChanged(ctx)
  return row
}
