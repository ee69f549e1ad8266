import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { ObjectMissingError } from '#platform/storage/storage.ts'
import type * as contract from '../contract.ts'
import { discardUpload } from './discard-upload.ts'
import { createImageSizes, hasDerivedImages } from '../processing/image-sizes.ts'
import { inspectFile } from '../processing/inspect-file.ts'
import { deleteOriginal } from '../jobs.ts'
import { mediaUrl, publicMediaUrl } from '../serving/media-url.ts'
import { mayComplete } from '../policy.ts'
import { prepareUploadedFile, type PreparedFile } from '../processing/prepare-file.ts'
import { fileCompleted } from '../events.ts'
import { uploadRules, type UploadPurpose } from '../purposes.ts'
import { adjustQuota, findUpload } from '../queries.ts'
import type { Upload } from './get-usable-upload.ts'

/** Checks an uploaded file and makes it usable, or discards it. Safe to repeat with the same result. */
export async function finaliseUpload(
  ctx: CtxWithoutTx,
  { upload_id }: Input<typeof contract.completeUpload>,
) {
  const upload = await ctx.transact(async (txCtx) => ensureFound(await findUpload(txCtx, upload_id)))
  ensureAllowed(mayComplete(ctx.actor, upload))
  if (upload.status === 'ready') return answer(ctx, upload)
  if (upload.status !== 'pending') throw new Refusal('not_found')
  const prepared = await lookAt(ctx, upload)
  if ('id' in prepared) return answer(ctx, prepared)
  return answer(ctx, await ctx.transact((txCtx) => completeUpload(txCtx, upload_id, prepared)))
}

const hopeless = new Set(['file_type_not_allowed', 'file_corrupt', 'image_too_large'])

/**
 * Reads and converts outside of transactions, because a large file takes seconds. Returns the completed upload if
 * a concurrent call has completed it and deleted the original.
 */
async function lookAt(ctx: CtxWithoutTx, upload: Upload): Promise<PreparedFile | Upload> {
  const arrived = { ...upload, object_key: await ctx.storage.claim(upload.object_key) }
  try {
    const content_type = await inspectFile(
      ctx.storage,
      arrived,
      uploadRules[upload.purpose as UploadPurpose].family,
    )
    return {
      ...(await prepareUploadedFile(ctx.storage, arrived, content_type)),
      taken_key: arrived.object_key,
    }
  } catch (error) {
    if (error instanceof Refusal && hopeless.has(error.code))
      await ctx.transact((txCtx) => discardUpload(txCtx, upload.id))
    else {
      const now = await ctx.transact((txCtx) => findUpload(txCtx, upload.id))
      if (now?.status === 'ready') return now
      if (error instanceof ObjectMissingError) throw new Refusal('upload_incomplete')
    }
    throw error
  }
}

/** Makes a checked file usable and stores its properties. Safe to repeat. */
export async function completeUpload(ctx: Ctx, upload_id: string, looked: PreparedFile): Promise<Upload> {
  const { tx, school_id, now } = ctx
  const { taken_key, ...prepared } = looked
  // Locked, so that the second of two concurrent calls sees the completed upload.
  const upload = ensureFound(
    await tx
      .selectFrom('uploads')
      .where('school_id', '=', school_id)
      .where('id', '=', upload_id)
      .selectAll()
      .forUpdate()
      .executeTakeFirst(),
  )
  if (upload.status === 'ready') return upload
  if (upload.status !== 'pending') throw new Refusal('not_found')
  await adjustQuota(ctx, upload.owner_id, prepared.size - (upload.reserved_bytes ?? upload.size))
  for (const object_key of new Set([upload.object_key, taken_key ?? upload.object_key]))
    if (prepared.object_key !== object_key)
      await ctx.enqueue(deleteOriginal, { object_key }, { job_key: `drop-original/${object_key}` })
  if (hasDerivedImages(upload.purpose))
    await ctx.enqueue(
      createImageSizes,
      { upload_id },
      { job_key: `draw-sizes/${upload_id}`, priority: 'late' },
    )
  await ctx.emit(fileCompleted, { upload_id, purpose: upload.purpose as UploadPurpose })
  return tx
    .updateTable('uploads')
    .set({
      ...prepared,
      status: 'ready',
      reserved_bytes: null,
      ready_at: now,
      is_public: uploadRules[upload.purpose as UploadPurpose].is_public,
    })
    .where('school_id', '=', school_id)
    .where('id', '=', upload_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function answer(ctx: CtxWithoutTx, upload: Upload): Reply<typeof contract.completeUpload> {
  const { id, content_type, size, width, height, file_name } = upload
  const url = upload.is_public ? publicMediaUrl(id) : mediaUrl(ctx, id, { user_id: ctx.actor.id, file_name })
  return { upload_id: id, status: 'ready', content_type, size, width, height, url }
}
