import type { Ctx } from '#tenancy/context/request-context.ts'

/** Cancels a scheduled erasure. False if there was none. */
export async function cancelErasure(ctx: Ctx, user_id: string): Promise<boolean> {
  const { tx, school_id } = ctx
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ erase_at: null })
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .where('erase_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await ctx.audit('user.erasure_cancelled', ['user', user_id])
  return true
}
