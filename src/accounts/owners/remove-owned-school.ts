import type { Ctx } from '#tenancy/context/request-context.ts'

/** Removes the school from the account's list. */
export async function removeOwnedSchool(
  { tx, school_id }: Ctx,
  { id, account_id }: { id: string; account_id: string },
) {
  await tx
    .deleteFrom('account_schools')
    .where('account_id', '=', account_id)
    .where('school_id', '=', school_id)
    .execute()
  await tx
    .updateTable('users')
    .set({ account_id: null })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
}
