import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { defineJob, defineSchedule } from '#tenancy/jobs/define-job.ts'
import { derivedObjectKey } from '#platform/storage/keys.ts'
import { drawSizesJobDefinition, hasDerivedImages, imageSizeKeys } from './processing/image-sizes.ts'
import { expireReservationJobDefinition } from './receiving/expire-reservation-job-definition.ts'
import { sweepUploadJob } from './job-handles.ts'
import { adjustQuota } from './queries.ts'

/** Deletes an upload that was never completed or was discarded: object first, then row. Safe to repeat. */
export const deleteUpload = defineJob({
  ...sweepUploadJob,
  transaction: 'own',
  async run(ctx: CtxWithoutTx, { upload_id }: { upload_id: string }) {
    // From here on it cannot be completed, so that no row needs its object.
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
    const taken = await ctx.storage.claim(upload.object_key)
    for (const key of new Set([
      taken,
      derivedObjectKey(taken),
      upload.object_key,
      derivedObjectKey(upload.object_key),
    ]))
      await ctx.storage.remove(key)
    if (hasDerivedImages(upload.purpose))
      for (const key of imageSizeKeys(upload.object_key)) await ctx.storage.remove(key)
    await ctx.transact(async (txCtx) => {
      const { tx, school_id } = txCtx
      const deleted = await tx
        .deleteFrom('uploads')
        .where('school_id', '=', school_id)
        .where('id', '=', upload_id)
        .returning('id')
        .executeTakeFirst()
      if (deleted) await adjustQuota(txCtx, upload.owner_id, -(upload.reserved_bytes ?? upload.size))
    })
  },
})

/** Deletes the original object of a converted image or caption. Safe to repeat. */
export const deleteOriginal = defineJob({
  name: 'deleteOriginal',
  transaction: 'own',
  run: (ctx: CtxWithoutTx, { object_key }: { object_key: string }) => ctx.storage.remove(object_key),
})

/** Longer than any upload can take in milliseconds. */
const forgottenAfter = 2 * 24 * 3600 * 1000

/** Deletes objects of direct uploads that no row references. Safe to repeat. */
export const deleteOrphanedObjects = defineJob({
  name: 'sweepStorage',
  transaction: 'own',
  async run(ctx: CtxWithoutTx) {
    await ctx.storage.sweep(new Date(ctx.now.getTime() - forgottenAfter))
  },
})

export const jobs = [
  deleteUpload,
  expireReservationJobDefinition,
  deleteOriginal,
  drawSizesJobDefinition,
  deleteOrphanedObjects,
]

export const schedules = [
  defineSchedule({ job: deleteOrphanedObjects, cron: '25 2 * * *', runsFor: 'platform' }),
]
