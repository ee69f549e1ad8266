import { findEntitlingLines } from '#course-access/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** The highest tier of a course that a person has paid and not had refunded; 0 without one. */
export async function findPaidTier(
  ctx: Ctx,
  entitled: { user_id: string; course_id: string },
): Promise<number> {
  const line_ids = await findEntitlingLines(ctx, { ...entitled, withRevoked: false })
  if (line_ids.length === 0) return 0
  const row = await ctx.tx
    .selectFrom('order_lines')
    .where('school_id', '=', ctx.school_id)
    .where('id', 'in', line_ids)
    .select(({ fn }) => fn.max('tier').as('tier'))
    .executeTakeFirst()
  return row?.tier ?? 0
}
