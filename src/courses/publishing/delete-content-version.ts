import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { discardUnusedFiles } from '../discard-unused-files.ts'
import { filesInText } from '../text-files/file-addresses.ts'
import { scheduleTextFileCleanup } from '../text-files/text-files.ts'
import { getOldestReadableVersion } from './versions.ts'
import { lockContentForEdit } from './content-draft.ts'

/** Refuses current versions and drafts; discards the file with its last use. */
export async function deleteContentVersion(
  ctx: Ctx,
  { id, number }: Input<typeof contract.deleteContentVersion>,
) {
  // Locked, so that no publishing happens between check and deletion.
  await lockContentForEdit(ctx, id, { expectedUpdatedAt: undefined })
  const { tx, school_id } = ctx
  if (number >= (await getOldestReadableVersion(ctx, id))) throw new Refusal('version_in_use')
  const deleted = await tx
    .deleteFrom('content_versions')
    .where('school_id', '=', school_id)
    .where('content_id', '=', id)
    .where('number', '=', number)
    .returning(['upload_id', 'body'])
    .executeTakeFirst()
  const { upload_id, body } = ensureFound(deleted)
  if (upload_id) await discardUnusedFiles(ctx, upload_id)
  if (filesInText(body).length) await scheduleTextFileCleanup(ctx, id)
  await ctx.audit('content.version_deleted', ['content', id], { version: number })
  return okReply
}
