import { basename } from 'node:path'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { createObjectKey } from '#platform/storage/keys.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { newId } from '#platform/security/tokens.ts'
import { createImageSizes, hasDerivedImages } from '../processing/image-sizes.ts'
import { sanitizeFileName } from '../processing/file-names.ts'
import { inspectFile } from '../processing/inspect-file.ts'
import { prepareUploadedFile, type PreparedFile } from '../processing/prepare-file.ts'
import { uploadRules, type UploadPurpose } from '../purposes.ts'
import { adjustQuota } from '../queries.ts'
import type { Upload } from './get-usable-upload.ts'

interface LocalFile {
  /** Path of a local file. */
  path: string
  purpose: UploadPurpose
  owner_id: string
  file_name?: string
}

/**
 * Stores a local file by the same rules as an upload and makes it usable. Writes to the storage within the
 * transaction: for seeds, not for requests.
 */
export async function importFile(
  ctx: Ctx,
  { path, purpose, owner_id, file_name = basename(path) }: LocalFile,
): Promise<Upload> {
  const { school_id, storage, tx, now } = ctx
  const prepared = await takeIn(storage, createObjectKey(school_id), {
    path,
    purpose,
    file_name: sanitizeFileName(file_name),
  })
  await adjustQuota(ctx, owner_id, prepared.size)
  const id = newId()
  if (hasDerivedImages(purpose))
    await ctx.enqueue(createImageSizes, { upload_id: id }, { job_key: `draw-sizes/${id}`, priority: 'late' })
  return tx
    .insertInto('uploads')
    .values({
      ...prepared,
      school_id,
      id,
      owner_id,
      purpose,
      status: 'ready',
      is_public: uploadRules[purpose].is_public,
      created_at: now,
      ready_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function takeIn(
  storage: Storage,
  object_key: string,
  { path, purpose, file_name }: { path: string; purpose: UploadPurpose; file_name: string },
): Promise<PreparedFile> {
  const arrived = { object_key, size: await storage.copyIn(path, object_key), file_name, purpose }
  let prepared: PreparedFile | undefined
  try {
    prepared = await prepareUploadedFile(
      storage,
      arrived,
      await inspectFile(storage, arrived, uploadRules[purpose].family),
    )
    return prepared
  } finally {
    if (prepared?.object_key !== object_key) await storage.remove(object_key)
  }
}
