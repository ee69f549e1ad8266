import type { Input } from '#platform/contract/route.ts'
import type { OwnCtx } from '#tenancy/context/request-context.ts'
import { ensure, Refusal } from '#platform/contract/refusal.ts'
import { newKey } from '#platform/storage/keys.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from '../contract.ts'
import { tidyName } from '../processing/file-names.ts'
import { expireReservationOf, expiryKey, sweepUploadOf } from '../job-handles.ts'
import { mayUpload } from '../policy.ts'
import { rules } from '../purposes.ts'
import { partsUrl } from './parts-url.ts'
import { ensureFewOpen, reservedDirectMs, reservedMs } from './reservation.ts'
import { takeRoom } from '../queries.ts'
import { declaredType } from './declared-type.ts'

/** Longer than a link lives, so that nobody is still sending when the sweep comes. */
export const abandonedAfter = 24 * 3600 * 1000

/** Reserves room for one file and answers where to send it. */
export function requestUpload(ctx: OwnCtx, input: Input<typeof contract.requestUpload>) {
  const { purpose, size } = input
  ensure(mayUpload(ctx.actor, purpose))
  const rule = rules[purpose]
  if (size > rule.largest) throw new Refusal('file_too_large', { extra: { largest_bytes: rule.largest } })
  const content_type = declaredType(input, rule.family)
  if (!content_type) throw new Refusal('file_type_refused')

  return ctx.transact(async (inside) => {
    const { tx, school_id, now, actor } = inside
    await takeRoom(inside, size)
    await ensureFewOpen(inside)
    const upload = {
      school_id,
      id: newId(),
      owner_id: actor.id,
      purpose,
      object_key: newKey(school_id),
      file_name: tidyName(input.file_name),
      content_type,
      size,
      created_at: now,
    }
    const put = await ctx.storage.presignPut(upload.object_key, { size, content_type }, now)
    const reservedFor = URL.canParse(put.url) ? reservedDirectMs(size) : reservedMs
    const reserved_until = new Date(now.getTime() + reservedFor)
    await tx
      .insertInto('uploads')
      .values({ ...upload, reserved_until })
      .execute()
    await inside.enqueue(
      expireReservationOf,
      { upload_id: upload.id },
      { run_at: reserved_until, job_key: expiryKey(upload.id) },
    )
    const run_at = new Date(now.getTime() + abandonedAfter)
    await inside.enqueue(
      sweepUploadOf,
      { upload_id: upload.id },
      { run_at, job_key: `sweep-upload/${upload.id}` },
    )
    return {
      upload_id: upload.id,
      ...put,
      parts_url: partsUrl(ctx.config, { school_id, upload_id: upload.id }, run_at),
      parts_expire_at: run_at,
    }
  })
}
