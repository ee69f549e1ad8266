import { createReadStream } from 'node:fs'
import {
  drawnName,
  pictureFormats,
  pictureWidths,
  type PictureFormat,
} from '#lib/responsive-images/responsive-images.ts'
import type { JobHandle, OwnCtx } from '#tenancy/context/request-context.ts'
import { defineJob } from '#tenancy/jobs/define-job.ts'
import { derivedKey } from '#platform/storage/keys.ts'
import { ObjectExists, ObjectMissing } from '#platform/storage/storage.ts'
import { copyOut } from './copy-to-disk.ts'
import { resizeImage } from './images.ts'
import { rules, type Purpose } from '../purposes.ts'

export const drawSizesOf: JobHandle<{ upload_id: string }> = { name: 'drawSizes' }

/** Whether a picture of this purpose is shown so large that it is worth drawing it in several sizes. */
export const hasSizes = (purpose: string) => rules[purpose as Purpose]?.has_sizes === true

/** Where the bytes of one size lie. */
export const sizeKey = (object_key: string, name: string) => derivedKey(object_key, name)

/** Every key that may hold a size of this object, drawn or not. */
export const sizeKeys = (object_key: string) =>
  pictureWidths.flatMap((width) =>
    pictureFormats.map((format) => sizeKey(object_key, drawnName(width, format))),
  )

/** No wider than the picture is, and its own width once where it falls between two. */
export const widthsFor = (width: number) => {
  const narrower = pictureWidths.filter((each) => each < width)
  const next = pictureWidths[narrower.length]
  return next === undefined ? narrower : [...narrower, next]
}

/** Draws a public picture in the sizes and formats that pages ask for. Safe to repeat: what is there stays. */
export const drawSizes = defineJob({
  ...drawSizesOf,
  transaction: 'own',
  async run(ctx: OwnCtx, { upload_id }: { upload_id: string }) {
    const upload = await ctx.transact(({ tx, school_id }) =>
      tx
        .selectFrom('uploads')
        .where('school_id', '=', school_id)
        .where('id', '=', upload_id)
        .where('status', '=', 'ready')
        .select(['object_key', 'width', 'drawn_widths'])
        .executeTakeFirst(),
    )
    if (!upload?.width || upload.drawn_widths) return
    const { object_key, width } = upload
    const widths = widthsFor(width)
    try {
      for (const each of widths)
        for (const format of pictureFormats) await drawSize(ctx, object_key, { width: each, format })
    } catch (error) {
      // It was thrown away meanwhile.
      if (error instanceof ObjectMissing) return
      throw error
    }
    await ctx.transact(({ tx, school_id }) =>
      tx
        .updateTable('uploads')
        .set({ drawn_widths: widths })
        .where('school_id', '=', school_id)
        .where('id', '=', upload_id)
        .execute(),
    )
  },
})

/** One run of the task per size: the turns of other schools come between. */
function drawSize(
  { school_id, storage }: OwnCtx,
  object_key: string,
  size: { width: number; format: PictureFormat },
) {
  const source = { school_id, write: (path: string) => copyOut(storage, object_key, path) }
  const key = sizeKey(object_key, drawnName(size.width, size.format))
  return resizeImage(source, size, (drawn) =>
    storage.put(key, createReadStream(drawn.path), { size: drawn.size }).catch((error: unknown) => {
      if (!(error instanceof ObjectExists)) throw error
    }),
  )
}
