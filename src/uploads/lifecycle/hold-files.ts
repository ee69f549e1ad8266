import type { Ctx } from '#tenancy/context/request-context.ts'

/** Locks files until commit, so that none is discarded while a new reference is written. */
export async function lockFiles({ tx, school_id }: Ctx, ids: string[]) {
  if (ids.length === 0) return
  await tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', 'in', ids)
    .orderBy('id')
    .select('id')
    .forShare()
    .execute()
}
