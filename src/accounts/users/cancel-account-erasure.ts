import type { Ctx } from '#tenancy/context/request-context.ts'

/** Logging in before the day takes back the wish that the account be erased. */
export async function cancelAccountErasure({ tx }: Ctx, account_id: string) {
  await tx
    .updateTable('accounts')
    .set({ erase_at: null })
    .where('id', '=', account_id)
    .where('erase_at', 'is not', null)
    .execute()
}
