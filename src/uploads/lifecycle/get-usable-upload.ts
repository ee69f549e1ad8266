import type { Selectable } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Uploads } from '#platform/database/database-types.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'
import { mayUse } from '../policy.ts'
import type { UploadPurpose } from '../purposes.ts'

export type Upload = Selectable<Uploads>

/**
 * Returns the completed upload of a field; refuses at that field if the actor may not use it for this purpose.
 */
export async function getUsableUpload(
  ctx: Ctx,
  upload_id: string,
  { purpose, field = 'upload_id' }: { purpose: UploadPurpose; field?: string },
): Promise<Upload> {
  const upload = await ctx.tx
    .selectFrom('uploads')
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', upload_id)
    .where('status', '=', 'ready')
    .where('purpose', '=', purpose)
    .selectAll()
    // Locked until commit, so that it is not discarded meanwhile.
    .forShare()
    .executeTakeFirst()
  if (!upload || !mayUse(ctx.actor, upload).allowed)
    return refuseInvalidField(field, 'upload_unknown', 'There is no such file, or it is not ready.')
  return upload
}

/** Name and type of the completed uploads among these, by id; others are missing. */
export async function describeUploads(
  { tx, school_id }: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<Upload, 'file_name' | 'content_type'>>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', 'in', ids)
    .where('status', '=', 'ready')
    .select(['id', 'file_name', 'content_type'])
    .execute()
  return new Map(rows.map(({ id, ...file }) => [id, file]))
}

/** Keys of the stored objects of the completed uploads among these, by id, for files that the server reads itself. */
export async function findObjectKeys(
  { tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', 'in', ids)
    .where('status', '=', 'ready')
    .select(['id', 'object_key'])
    .execute()
  return new Map(rows.map(({ id, object_key }) => [id, object_key]))
}
