import { buffer } from 'node:stream/consumers'
import { drawnName, pictureFormats, pictureWidths } from '#lib/pictures/pictures.ts'
import type { JobHandle, OwnCtx } from '#platform/context.ts'
import { defineJob } from '#platform/jobs.ts'
import { derivedKey } from '#platform/storage/keys.ts'
import { ObjectExists, ObjectMissing, type Storage } from '#platform/storage/storage.ts'
import { drawAs } from './images.ts'
import { rules, type Purpose } from './purposes.ts'

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
    const original = await bytesOf(ctx.storage, upload.object_key)
    if (!original) return
    const widths = widthsFor(upload.width)
    for (const width of widths)
      for (const format of pictureFormats)
        await keep(
          ctx.storage,
          sizeKey(upload.object_key, drawnName(width, format)),
          await drawAs(original, { width, format }),
        )
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

/** Null for one that was thrown away meanwhile. */
async function bytesOf(storage: Storage, key: string) {
  try {
    return await buffer(await storage.read(key))
  } catch (error) {
    if (error instanceof ObjectMissing) return null
    throw error
  }
}

async function keep(storage: Storage, key: string, bytes: Buffer) {
  try {
    await storage.put(key, [bytes], { size: bytes.length })
  } catch (error) {
    if (!(error instanceof ObjectExists)) throw error
  }
}
