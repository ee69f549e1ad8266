import { join } from 'node:path'
import sharp from 'sharp'
import { TaskRejected } from '#platform/isolated/task-errors.ts'
import { encodedFile, imageFile } from './image-files.ts'

/**
 * Maximum pixels by decoding cost. JPEG, PNG, GIF and WebP: 50 megapixels, more than phone cameras need, take up
 * to 340 MB. AVIF takes three times as much per pixel: 16 megapixels up to 470 MB.
 */
const maxPixels: Record<string, number> = {
  jpeg: 50_000_000,
  png: 50_000_000,
  webp: 50_000_000,
  gif: 50_000_000,
  heif: 16_000_000,
}

sharp.cache(false)

/** Encodes the image as WebP: upright, at most `longest_side`, without metadata. */
export async function run({ longest_side }: { longest_side: number }, folder: string) {
  const file = join(folder, imageFile)
  // Reads the header only. The bytes decide, not a name: formats without a listed decoder are not images.
  const { format, width, height } = await sharp(file, { limitInputPixels: false }).metadata().catch(damaged)
  const limitInputPixels = maxPixels[format]
  if (limitInputPixels === undefined) throw new TaskRejected('file_corrupt')
  if (width * height > limitInputPixels) throw new TaskRejected('image_too_large')
  const box = { width: longest_side, height: longest_side, fit: 'inside', withoutEnlargement: true } as const
  const drawn = await sharp(file, { limitInputPixels, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(box)
    .webp({ quality: 82, effort: 4 })
    .toFile(join(folder, encodedFile))
    .catch(damaged)
  return { width: drawn.width, height: drawn.height, size: drawn.size }
}

function damaged(): never {
  throw new TaskRejected('file_corrupt')
}
