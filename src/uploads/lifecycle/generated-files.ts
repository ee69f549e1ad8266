import type { Ctx } from '#tenancy/context/request-context.ts'
import { createObjectKey } from '#platform/storage/keys.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { newId } from '#platform/security/tokens.ts'
import { sanitizeFileName } from '../processing/file-names.ts'
import { completeUpload } from './complete-upload.ts'
import { inspectFile } from '../processing/inspect-file.ts'
import { deleteUpload } from '../jobs.ts'
import { prepareUploadedFile, type PreparedFile } from '../processing/prepare-file.ts'
import { uploadRules, type UploadPurpose } from '../purposes.ts'
import { reserveQuota } from '../queries.ts'
import type { Upload } from './get-usable-upload.ts'

/** Longer than a job with all its attempts, in milliseconds. */
const abandonedAfter = 24 * 3600 * 1000

interface Reserved {
  /** A member of staff, whose quota is used. */
  owner_id: string
  purpose: UploadPurpose
  file_name: string
  content_type: string
  size: number
}

/**
 * Reserves a row for a file that a job will write, under the same rules and quotas as an upload. Files that are
 * not completed within a day are deleted.
 */
export async function reserveGeneratedFile(
  ctx: Ctx,
  { owner_id, file_name, ...file }: Reserved,
): Promise<Upload> {
  const { tx, school_id, now, actor } = ctx
  await reserveQuota({ ...ctx, actor: { ...actor, id: owner_id, role: 'teacher' } }, file.size)
  const upload = await tx
    .insertInto('uploads')
    .values({
      ...file,
      school_id,
      id: newId(),
      owner_id,
      object_key: createObjectKey(school_id),
      file_name: sanitizeFileName(file_name),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const run_at = new Date(now.getTime() + abandonedAfter)
  const options = { run_at, job_key: `sweep-upload/${upload.id}` }
  await ctx.enqueue(deleteUpload, { upload_id: upload.id }, options)
  return upload
}

/** Checks the bytes of a reserved file like an upload; refuses them if they do not fit the purpose. */
export async function prepareGeneratedFile(storage: Storage, upload: Upload): Promise<PreparedFile> {
  const content_type = await inspectFile(storage, upload, uploadRules[upload.purpose as UploadPurpose].family)
  return prepareUploadedFile(storage, upload, content_type)
}

/** Makes a reserved, checked file usable. */
export const completeGeneratedFile = completeUpload

/** Maximum size of a purpose in bytes. */
export const maxBytesOf = (purpose: UploadPurpose) => uploadRules[purpose].maxBytes
