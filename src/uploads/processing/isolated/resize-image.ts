import { join } from 'node:path'
import sharp from 'sharp'
import type { ImageFormat } from '#lib/responsive-images/responsive-images.ts'
import { encodedFile, imageFile } from './image-files.ts'

interface Size {
  width: number
  format: ImageFormat
}

sharp.cache(false)

/** Encodes a stored image in another width and format; never enlarges it. */
export async function run({ width, format }: Size, folder: string) {
  const drawn = sharp(join(folder, imageFile)).resize({ width, withoutEnlargement: true })
  // AVIF with three quarters of WebP's size, in a second for the largest; more effort takes many times longer for
  // little.
  const encoded =
    format === 'avif' ? drawn.avif({ quality: 52, effort: 2 }) : drawn.webp({ quality: 78, effort: 4 })
  const { size } = await encoded.toFile(join(folder, encodedFile))
  return { size }
}
