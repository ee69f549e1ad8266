import type { Input } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { getEditableAssessment } from '../queries.ts'

/** Releases the marked attempts. Later ones wait for the next release. */
export async function releaseResults(ctx: Ctx, { id }: Input<typeof contract.releaseResults>) {
  const { name } = await getEditableAssessment(ctx, id)
  const { tx, school_id, now } = ctx
  const { numUpdatedRows } = await tx
    .updateTable('attempts')
    .set({ released_at: now })
    .where('school_id', '=', school_id)
    .where('assessment_id', '=', id)
    .where('state', '=', 'marked')
    .where('released_at', 'is', null)
    .executeTakeFirst()
  const released_count = Number(numUpdatedRows)
  await ctx.audit('assessment.results_released', ['assessment', id], { name, released_count })
  return { released_count }
}
