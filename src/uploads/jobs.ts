import type { OwnCtx } from '#tenancy/context/request-context.ts'
import { defineJob, defineSchedule } from '#tenancy/jobs/define-job.ts'
import { derivedKey } from '#platform/storage/keys.ts'
import { drawSizes, hasSizes, sizeKeys } from './processing/image-sizes.ts'
import { expireReservation } from './receiving/expire-reservation.ts'
import { sweepUploadOf } from './job-handles.ts'
import { adjustRoom } from './queries.ts'

/** Removes an upload that was never finished, or was thrown away: bytes first, then the row. Safe to repeat. */
export const sweepUpload = defineJob({
  ...sweepUploadOf,
  transaction: 'own',
  async run(ctx: OwnCtx, { upload_id }: { upload_id: string }) {
    // From here on it cannot become ready any more, so that its bytes are nobody's.
    const upload = await ctx.transact(({ tx, school_id }) =>
      tx
        .updateTable('uploads')
        .set({ status: 'rejected' })
        .where('school_id', '=', school_id)
        .where('id', '=', upload_id)
        .where('status', '<>', 'ready')
        .returning(['object_key', 'owner_id', 'size', 'reserved_bytes', 'purpose'])
        .executeTakeFirst(),
    )
    if (!upload) return
    const taken = await ctx.storage.take(upload.object_key)
    for (const key of new Set([taken, derivedKey(taken), upload.object_key, derivedKey(upload.object_key)]))
      await ctx.storage.remove(key)
    if (hasSizes(upload.purpose)) for (const key of sizeKeys(upload.object_key)) await ctx.storage.remove(key)
    await ctx.transact(async (inside) => {
      const { tx, school_id } = inside
      const gone = await tx
        .deleteFrom('uploads')
        .where('school_id', '=', school_id)
        .where('id', '=', upload_id)
        .returning('id')
        .executeTakeFirst()
      if (gone) await adjustRoom(inside, upload.owner_id, -(upload.reserved_bytes ?? upload.size))
    })
  },
})

/** Removes the bytes of which a picture or caption was made. Safe to repeat. */
export const dropOriginal = defineJob({
  name: 'dropOriginal',
  transaction: 'own',
  run: (ctx: OwnCtx, { object_key }: { object_key: string }) => ctx.storage.remove(object_key),
})

/** Longer than any link lives and any sending in parts may take. */
const forgottenAfter = 2 * 24 * 3600 * 1000

/** Removes what sending straight to the store left behind and no upload names any more. Safe to repeat. */
export const sweepStore = defineJob({
  name: 'sweepStore',
  transaction: 'own',
  async run(ctx: OwnCtx) {
    await ctx.storage.sweep(new Date(ctx.now.getTime() - forgottenAfter))
  },
})

export const jobs = [sweepUpload, expireReservation, dropOriginal, drawSizes, sweepStore]

export const schedules = [defineSchedule({ job: sweepStore, cron: '25 2 * * *', each: 'platform' })]
