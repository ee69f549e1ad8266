import { createReadStream } from 'node:fs'
import { appIcons, type AppIcon } from '#lib/responsive-images/app-icons.ts'
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
import { ObjectExistsError, ObjectMissingError, type Storage } from '#platform/storage/storage.ts'
import { copyToDisk } from './copy-to-disk.ts'
import { drawIcon, resizeImage } from './images.ts'
import { uploadRules, type UploadPurpose } from '../purposes.ts'

export const createImageSizes: JobHandle<{ upload_id: string }> = { name: 'resizeImage' }

/** Whether icons of an installed school are drawn from images of this purpose. */
export const hasAppIcons = (purpose: string) => uploadRules[purpose as UploadPurpose]?.has_icons === true

/** Whether a job draws further images from images of this purpose. */
export const hasDerivedImages = (purpose: string) => hasImageSizes(purpose) || hasAppIcons(purpose)

/** Whether images of this purpose are stored in several sizes. */
export const hasImageSizes = (purpose: string) => uploadRules[purpose as UploadPurpose]?.has_sizes === true

/** Object key of one size. */
export const imageSizeKey = (object_key: string, name: string) => derivedObjectKey(object_key, name)

/** Every possible key of a size or an icon of this object, existing or not. */
export const imageSizeKeys = (object_key: string) => [
  ...imageWidths.flatMap((width) =>
    imageFormats.map((format) => imageSizeKey(object_key, resizedName(width, format))),
  ),
  ...appIcons.map(({ name }) => imageSizeKey(object_key, name)),
]

/** Standard widths up to the image's own, plus its own if it is between two. */
export const imageWidthsFor = (width: number) => {
  const narrower = imageWidths.filter((each) => each < width)
  const next = imageWidths[narrower.length]
  return next === undefined ? narrower : [...narrower, next]
}

/** Encodes a public image in all sizes and formats, and draws the icons of a logo. Safe to repeat: existing ones stay. */
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
        .select(['object_key', 'width', 'variant_widths', 'purpose'])
        .executeTakeFirst(),
    )
    if (!upload?.width || upload.variant_widths) return
    const { object_key, width, purpose } = upload
    const widths = hasImageSizes(purpose) ? imageWidthsFor(width) : []
    try {
      for (const each of widths)
        for (const format of imageFormats) await drawSize(ctx, object_key, { width: each, format })
      if (hasAppIcons(purpose)) for (const icon of appIcons) await drawAppIcon(ctx, object_key, icon)
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
  return resizeImage(source, size, storeAt(storage, key))
}

function drawAppIcon({ school_id, storage }: CtxWithoutTx, object_key: string, icon: AppIcon) {
  const source = { school_id, write: (path: string) => copyToDisk(storage, object_key, path) }
  return drawIcon(source, icon, storeAt(storage, imageSizeKey(object_key, icon.name)))
}

const storeAt = (storage: Storage, key: string) => (drawn: { path: string; size: number }) =>
  storage.put(key, createReadStream(drawn.path), { size: drawn.size }).catch((error: unknown) => {
    if (!(error instanceof ObjectExistsError)) throw error
  })
