import { join } from 'node:path'
import sharp from 'sharp'
import { encodedFile, imageFile } from './image-files.ts'

interface Icon {
  pixels: number
  /** Empty part on each side, of 1. */
  margin: number
}

sharp.cache(false)

const ground = '#ffffff'

/** Draws a stored logo in the middle of an opaque white square: systems show transparent icons on black. */
export async function run({ pixels, margin }: Icon, folder: string) {
  const inner = Math.round(pixels * (1 - 2 * margin))
  const logo = await sharp(join(folder, imageFile))
    .resize({ width: inner, height: inner, fit: 'contain', background: ground })
    .flatten({ background: ground })
    .toBuffer()
  const { size } = await sharp({ create: { width: pixels, height: pixels, channels: 3, background: ground } })
    .composite([{ input: logo, gravity: 'centre' }])
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toFile(join(folder, encodedFile))
  return { size }
}
