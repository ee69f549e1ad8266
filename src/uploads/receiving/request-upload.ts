import type { Input } from '#platform/contract/route.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, Refusal } from '#platform/contract/refusal.ts'
import { createObjectKey } from '#platform/storage/keys.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from '../contract.ts'
import { sanitizeFileName } from '../processing/file-names.ts'
import { expireReservationJob, reservationExpiryJobKey, sweepUploadJob } from '../job-handles.ts'
import { mayUpload } from '../policy.ts'
import { uploadRules } from '../purposes.ts'
import { signedPartsUrl } from './signed-parts-url.ts'
import { limitOpenReservations, directReservationMs, reservationMs } from './reservation.ts'
import { reserveQuota } from '../queries.ts'
import { resolveDeclaredType } from './resolve-declared-type.ts'

/** Longer than a link is valid, so that no upload is running when it is deleted. */
export const abandonedAfterMs = 24 * 3600 * 1000

/** Reserves quota for one file and returns the addresses for sending it. */
export function requestUpload(ctx: CtxWithoutTx, input: Input<typeof contract.requestUpload>) {
  const { purpose, size } = input
  ensureAllowed(mayUpload(ctx.actor, purpose))
  const rule = uploadRules[purpose]
  if (size > rule.maxBytes) throw new Refusal('file_too_large', { extra: { largest_bytes: rule.maxBytes } })
  const content_type = resolveDeclaredType(input, rule.family)
  if (!content_type) throw new Refusal('file_type_not_allowed')

  return ctx.transact(async (txCtx) => {
    const { tx, school_id, now, actor } = txCtx
    await reserveQuota(txCtx, size)
    await limitOpenReservations(txCtx)
    const upload = {
      school_id,
      id: newId(),
      owner_id: actor.id,
      purpose,
      object_key: createObjectKey(school_id),
      file_name: sanitizeFileName(input.file_name),
      content_type,
      size,
      created_at: now,
    }
    const put = await ctx.storage.presignPut(upload.object_key, { size, content_type }, now)
    const reservedFor = URL.canParse(put.url) ? directReservationMs(size) : reservationMs
    const reserved_until = new Date(now.getTime() + reservedFor)
    await tx
      .insertInto('uploads')
      .values({ ...upload, reserved_until })
      .execute()
    const abandoned_at = new Date(now.getTime() + abandonedAfterMs)
    await enqueueCleanUp(txCtx, upload.id, { reserved_until, abandoned_at })
    return {
      upload_id: upload.id,
      ...put,
      parts_url: signedPartsUrl(ctx.config, { school_id, upload_id: upload.id }, abandoned_at),
      parts_expire_at: abandoned_at,
    }
  })
}

/** Schedules the jobs that release the quota and delete the file if the upload is not completed. */
async function enqueueCleanUp(
  ctx: Ctx,
  upload_id: string,
  { reserved_until, abandoned_at }: { reserved_until: Date; abandoned_at: Date },
) {
  await ctx.enqueue(
    expireReservationJob,
    { upload_id },
    { run_at: reserved_until, job_key: reservationExpiryJobKey(upload_id) },
  )
  await ctx.enqueue(
    sweepUploadJob,
    { upload_id },
    { run_at: abandoned_at, job_key: `sweep-upload/${upload_id}` },
  )
}
