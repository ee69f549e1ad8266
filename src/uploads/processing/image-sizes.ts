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

/** Whether images of this purpose are stored in several sizes. */
export const hasImageSizes = (purpose: string) => uploadRules[purpose as UploadPurpose]?.has_sizes === true

/** Object key of one size. */
export const imageSizeKey = (object_key: string, name: string) => derivedObjectKey(object_key, name)

/** Every possible key of a size of this object, existing or not. */
export const imageSizeKeys = (object_key: string) =>
  imageWidths.flatMap((width) =>
    imageFormats.map((format) => imageSizeKey(object_key, resizedName(width, format))),
  )

/** Standard widths up to the image's own, plus its own if it is between two. */
export const imageWidthsFor = (width: number) => {
  const narrower = imageWidths.filter((each) => each < width)
  const next = imageWidths[narrower.length]
  return next === undefined ? narrower : [...narrower, next]
}

/** Encodes a public image in all sizes and formats. Safe to repeat: existing ones stay. */
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
      // It was discarded meanwhile.
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

/** One task per size, so that other schools' tasks run in between. */
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
