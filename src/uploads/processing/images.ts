import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppIcon } from '#lib/responsive-images/app-icons.ts'
import type { ImageFormat } from '#lib/responsive-images/responsive-images.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import {
  isolatedTask,
  runIsolated,
  TaskRejected,
  TaskStopped,
  withScratchFolder,
} from '#platform/isolated/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { run as runEncode } from './isolated/encode-image.ts'
import { encodedFile, imageFile } from './isolated/image-files.ts'
import type { run as runDrawIcon } from './isolated/draw-icon.ts'
import type { run as runResize } from './isolated/resize-image.ts'

/** The largest accepted images were measured at 470 MB and 3.5 s. */
const encodeTask = isolatedTask<typeof runEncode>(new URL('./isolated/encode-image.ts', import.meta.url), {
  memory_mb: 512,
  cpu_ms: 15_000,
  native: true,
})

const resizeTask = isolatedTask<typeof runResize>(new URL('./isolated/resize-image.ts', import.meta.url), {
  memory_mb: 400,
  cpu_ms: 30_000,
  native: true,
  background: true,
})

const iconTask = isolatedTask<typeof runDrawIcon>(new URL('./isolated/draw-icon.ts', import.meta.url), {
  memory_mb: 400,
  cpu_ms: 10_000,
  native: true,
  background: true,
})

/** Writes the bytes of an image to this path. */
type WriteTo = (path: string) => Promise<unknown>

interface EncodedImage {
  /** Path of the result; it exists until `use` ends. */
  path: string
  size: number
  width: number
  height: number
}

interface Source {
  school_id: string
  write: WriteTo
}

/** Encodes an uploaded image as WebP with its pixels only, and passes the result to `use`. */
export const encodeImage = <T>(
  { school_id, write }: Source,
  longest_side: number,
  use: (image: EncodedImage) => Promise<T>,
) =>
  withScratchFolder(async (folder) => {
    await write(join(folder, imageFile))
    const image = await runIsolated(encodeTask, { longest_side }, { group_id: school_id, folder }).catch(
      asRefusal,
    )
    return use({ ...image, path: join(folder, encodedFile) })
  })

/** Encodes a stored image in another width and format, and passes path and size of the result to `use`. */
export const resizeImage = <T>(
  { school_id, write }: Source,
  size: { width: number; format: ImageFormat },
  use: (image: Pick<EncodedImage, 'path' | 'size'>) => Promise<T>,
) =>
  withScratchFolder(async (folder) => {
    await write(join(folder, imageFile))
    const image = await runIsolated(resizeTask, size, { group_id: school_id, folder })
    return use({ ...image, path: join(folder, encodedFile) })
  })

/** Draws an icon from a stored image, and passes path and size of the PNG to `use`. */
export const drawIcon = <T>(
  { school_id, write }: Source,
  { pixels, margin }: AppIcon,
  use: (image: Pick<EncodedImage, 'path' | 'size'>) => Promise<T>,
) =>
  withScratchFolder(async (folder) => {
    await write(join(folder, imageFile))
    const image = await runIsolated(iconTask, { pixels, margin }, { group_id: school_id, folder })
    return use({ ...image, path: join(folder, encodedFile) })
  })

/** The same for small images outside of the storage, such as a reseller's logo. */
export const encodePublicImage = (bytes: Buffer, longest_side: number): Promise<Buffer> =>
  encodeImage({ school_id: PLATFORM_ID, write: (path) => writeFile(path, bytes) }, longest_side, ({ path }) =>
    readFile(path),
  )

function asRefusal(error: unknown): never {
  if (error instanceof TaskRejected) throw new Refusal(error.code)
  // A decoder that crashed on this file would crash again.
  if (error instanceof TaskStopped)
    throw new Refusal(error.isInputTooCostly ? 'image_too_large' : 'file_corrupt')
  throw error
}
