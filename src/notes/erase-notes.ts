import type { Ctx } from '#tenancy/context/request-context.ts'

/** Deletes all notes of an erased person. */
export async function eraseUserNotes({ tx, school_id }: Ctx, user_id: string) {
  await tx.deleteFrom('notes').where('school_id', '=', school_id).where('user_id', '=', user_id).execute()
}
