import type { Ctx } from '#tenancy/context/request-context.ts'
import type { UploadPurpose } from '../purposes.ts'

/** The completed files of these purposes among the given ids, locked until commit, so that none is discarded meanwhile. */
export async function lockUsableFiles(
  { tx, school_id }: Ctx,
  ids: readonly string[],
  purposes: readonly UploadPurpose[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', 'in', ids)
    .where('status', '=', 'ready')
    .where('purpose', 'in', purposes)
    .orderBy('id')
    .select('id')
    .forShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}
