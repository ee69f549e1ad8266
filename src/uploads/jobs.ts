import type { OwnCtx } from '#platform/context.ts'
import { defineJob } from '#platform/jobs.ts'
import { derivedKey } from '#platform/storage/keys.ts'
import { drawSizes, hasSizes, sizeKeys } from './draw-sizes.ts'
import { adjustRoom } from './queries.ts'

/** Removes an upload that was never finished, or was thrown away: bytes first, then the row. Safe to repeat. */
export const sweepUpload = defineJob({
  name: 'sweepUpload',
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
        .returning(['object_key', 'owner_id', 'size', 'purpose'])
        .executeTakeFirst(),
    )
    if (!upload) return
    await ctx.storage.remove(upload.object_key)
    await ctx.storage.remove(derivedKey(upload.object_key))
    if (hasSizes(upload.purpose)) for (const key of sizeKeys(upload.object_key)) await ctx.storage.remove(key)
    await ctx.transact(async (inside) => {
      const { tx, school_id } = inside
      const gone = await tx
        .deleteFrom('uploads')
        .where('school_id', '=', school_id)
        .where('id', '=', upload_id)
        .returning('id')
        .executeTakeFirst()
      if (gone) await adjustRoom(inside, upload.owner_id, -upload.size)
    })
  },
})

/** Removes the bytes of which a picture or caption was made. Safe to repeat. */
export const dropOriginal = defineJob({
  name: 'dropOriginal',
  transaction: 'own',
  run: (ctx: OwnCtx, { object_key }: { object_key: string }) => ctx.storage.remove(object_key),
})

export const jobs = [sweepUpload, dropOriginal, drawSizes]
