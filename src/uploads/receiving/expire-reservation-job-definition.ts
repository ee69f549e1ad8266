import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { defineJob } from '#tenancy/jobs/define-job.ts'
import { discardUpload } from '../lifecycle/discard-upload.ts'
import { expireReservationJob, reservationExpiryJobKey } from '../job-handles.ts'
import { adjustQuota } from '../queries.ts'
import { reservationMs } from './reservation.ts'

/**
 * Releases unused reserved quota: deletes the upload if no byte has arrived, else keeps only what has arrived,
 * which can be continued while there is quota. Repeats until the upload is completed or deleted.
 */
export const expireReservationJobDefinition = defineJob({
  ...expireReservationJob,
  transaction: 'own',
  async run(ctx: CtxWithoutTx, { upload_id }: { upload_id: string }) {
    const upload = await ctx.transact(({ tx, school_id }) =>
      tx
        .selectFrom('uploads')
        .where('school_id', '=', school_id)
        .where('id', '=', upload_id)
        .where('status', '=', 'pending')
        .select(['object_key', 'reserved_until'])
        .executeTakeFirst(),
    )
    if (!upload?.reserved_until) return
    const isOver = upload.reserved_until <= ctx.now
    const received = isOver ? await ctx.storage.received(upload.object_key) : 0
    await ctx.transact((txCtx) => expireOrExtend(txCtx, upload_id, { isOver, received }))
  },
})

/**
 * Discards an expired upload without bytes, reduces the reservation of an incomplete one to its bytes, and
 * checks again later.
 */
async function expireOrExtend(
  ctx: Ctx,
  upload_id: string,
  { isOver, received }: { isOver: boolean; received: number },
) {
  const { tx, school_id, now } = ctx
  const row = await tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', '=', upload_id)
    .where('status', '=', 'pending')
    .select(['owner_id', 'size', 'reserved_until', 'reserved_bytes'])
    .forUpdate()
    .executeTakeFirst()
  if (!row?.reserved_until) return
  // Bytes arrived while the storage was queried.
  const isStillOver = isOver && row.reserved_until <= now
  if (isStillOver && received === 0) return discardUpload(ctx, upload_id)
  const held = row.reserved_bytes ?? row.size
  if (isStillOver && received < held) {
    await tx
      .updateTable('uploads')
      .set({ reserved_bytes: received })
      .where('school_id', '=', school_id)
      .where('id', '=', upload_id)
      .execute()
    await adjustQuota(ctx, row.owner_id, received - held)
  }
  const run_at = isStillOver ? new Date(now.getTime() + reservationMs) : row.reserved_until
  await ctx.enqueue(
    expireReservationJob,
    { upload_id },
    { run_at, job_key: reservationExpiryJobKey(upload_id) },
  )
}
