import type { Ctx } from '#tenancy/context/request-context.ts'

/** Counts the open differences of the school again, after one was explained. */
export async function updateOpenDifferences(ctx: Ctx): Promise<void> {
  await ctx.tx
    .updateTable('reconciled_schools')
    .set({ open_differences: await countOpen(ctx) })
    .where('school_id', '=', ctx.school_id)
    .execute()
}

/** Number of open differences of the school. */
export async function countOpen({ tx, school_id }: Ctx) {
  const { count } = await tx
    .selectFrom('reconciliation_differences')
    .where('school_id', '=', school_id)
    .where('state', '=', 'open')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
