import { createReadStream } from 'node:fs'
import {
  resizedName,
  imageFormats,
  imageWidths,
  type ImageFormat,
} from '#lib/responsive-images/responsive-images.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { JobHandle } from '#platform/jobs/job-handle.ts'
import { defineJob } from '#tenancy/jobs/define-job.ts'
import { derivedObjectKey } from '#platform/storage/keys.ts'
import { ObjectExistsError, ObjectMissingError } from '#platform/storage/storage.ts'
import { copyToDisk } from './copy-to-disk.ts'
import { resizeImage } from './images.ts'
import { uploadRules, type UploadPurpose } from '../purposes.ts'

export const createImageSizes: JobHandle<{ upload_id: string }> = { name: 'resizeImage' }

/** Whether a picture of this purpose is shown so large that it is worth drawing it in several sizes. */
export const hasImageSizes = (purpose: string) => uploadRules[purpose as UploadPurpose]?.has_sizes === true

/** Where the bytes of one size lie. */
export const imageSizeKey = (object_key: string, name: string) => derivedObjectKey(object_key, name)

/** Every key that may hold a size of this object, drawn or not. */
export const imageSizeKeys = (object_key: string) =>
  imageWidths.flatMap((width) =>
    imageFormats.map((format) => imageSizeKey(object_key, resizedName(width, format))),
  )

/** No wider than the picture is, and its own width once where it falls between two. */
export const imageWidthsFor = (width: number) => {
  const narrower = imageWidths.filter((each) => each < width)
  const next = imageWidths[narrower.length]
  return next === undefined ? narrower : [...narrower, next]
}

/** Draws a public picture in the sizes and formats that pages ask for. Safe to repeat: what is there stays. */
export const drawSizesJobDefinition = defineJob({
  ...createImageSizes,
  transaction: 'own',
  async run(ctx: CtxWithoutTx, { upload_id }: { upload_id: string }) {
    const upload = await ctx.transact(({ tx, school_id }) =>
      tx
        .selectFrom('uploads')
        .where('school_id', '=', school_id)
        .where('id', '=', upload_id)
        .where('status', '=', 'ready')
        .select(['object_key', 'width', 'variant_widths'])
        .executeTakeFirst(),
    )
    if (!upload?.width || upload.variant_widths) return
    const { object_key, width } = upload
    const widths = imageWidthsFor(width)
    try {
      for (const each of widths)
        for (const format of imageFormats) await drawSize(ctx, object_key, { width: each, format })
    } catch (error) {
      // It was thrown away meanwhile.
      if (error instanceof ObjectMissingError) return
      throw error
    }
    await ctx.transact(({ tx, school_id }) =>
      tx
        .updateTable('uploads')
        .set({ variant_widths: widths })
        .where('school_id', '=', school_id)
        .where('id', '=', upload_id)
        .execute(),
    )
  },
})

/** One run of the task per size: the turns of other schools come between. */
function drawSize(
  { school_id, storage }: CtxWithoutTx,
  object_key: string,
  size: { width: number; format: ImageFormat },
) {
  const source = { school_id, write: (path: string) => copyToDisk(storage, object_key, path) }
  const key = imageSizeKey(object_key, resizedName(size.width, size.format))
  return resizeImage(source, size, (drawn) =>
    storage.put(key, createReadStream(drawn.path), { size: drawn.size }).catch((error: unknown) => {
      if (!(error instanceof ObjectExistsError)) throw error
    }),
  )
}
