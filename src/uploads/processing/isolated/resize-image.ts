import { join } from 'node:path'
import sharp from 'sharp'
import type { ImageFormat } from '#lib/responsive-images/responsive-images.ts'
import { encodedFile, imageFile } from './image-files.ts'

interface Size {
  width: number
  format: ImageFormat
}

sharp.cache(false)

/** One of our own images in another width and format; never wider than it is. */
export async function run({ width, format }: Size, folder: string) {
  const drawn = sharp(join(folder, imageFile)).resize({ width, withoutEnlargement: true })
  // Three quarters of WebP's bytes, in a second for the largest; more effort takes many times longer for little.
  const encoded =
    format === 'avif' ? drawn.avif({ quality: 52, effort: 2 }) : drawn.webp({ quality: 78, effort: 4 })
  const { size } = await encoded.toFile(join(folder, encodedFile))
  return { size }
}
