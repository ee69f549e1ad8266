import type { Ctx } from '#tenancy/context/request-context.ts'

/** Cancels the scheduled erasure of an account on login. */
export async function cancelAccountErasure({ tx }: Ctx, account_id: string) {
  await tx
    .updateTable('accounts')
    .set({ erase_at: null })
    .where('id', '=', account_id)
    .where('erase_at', 'is not', null)
    .execute()
}
