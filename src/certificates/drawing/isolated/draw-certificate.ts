import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { imageFile, type CertificateDrawing } from '../drawing.ts'
import { writeCertificate } from '../write-certificate.ts'

/** Pixels of the longer side of the image. */
const imageSide = 1_600
/** Pixels of the longer side of an image on the page: 300 per inch of a third of A4. */
const blockImageSide = 1_200

/**
 * Draws a certificate as `certificate.pdf`, and that as `certificate.png`. Runs in a separate process, because fonts are
 * large and images were sent by people. Returns the blocks whose text does not fit.
 */
export async function run(_input: object, folder: string): Promise<{ overfull: string[] }> {
  const drawing = JSON.parse(await readFile(join(folder, 'certificate.json'), 'utf8')) as CertificateDrawing
  const { pdf, overfull } = await writeCertificate(drawing, await readImages(drawing, folder))
  await writeFile(join(folder, 'certificate.pdf'), pdf)
  await writeFile(join(folder, 'certificate.png'), await rasterize(pdf))
  return { overfull }
}

/** A PDF takes PNG and JPEG only; uploaded images are stored as WebP. */
async function readImages({ design }: CertificateDrawing, folder: string) {
  const images = new Map<string, Buffer>()
  for (const { id, kind } of design.blocks) {
    if (kind !== 'image') continue
    const bytes = await readFile(join(folder, imageFile(id))).catch(() => null)
    if (!bytes) continue
    const image = sharp(bytes, { limitInputPixels: 50_000_000 }).resize(blockImageSide, blockImageSide, {
      fit: 'inside',
      withoutEnlargement: true,
    })
    images.set(id, await image.png().toBuffer())
  }
  return images
}

async function rasterize(pdf: Buffer): Promise<Buffer> {
  const wasmFile = new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))
  const library = await PDFiumLibrary.init({ wasmBinary: new Uint8Array(await readFile(wasmFile)).buffer })
  try {
    const document = await library.loadDocument(pdf)
    const page = document.getPage(0)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const image = await page.render({
      scale: imageSide / Math.max(originalWidth, originalHeight),
      render: ({ data, width: columns, height: rows }) =>
        sharp(data, { raw: { width: columns, height: rows, channels: 4 } })
          .flatten({ background: '#ffffff' })
          .png({ palette: true })
          .toBuffer(),
    })
    document.destroy()
    return Buffer.from(image.data)
  } finally {
    library.destroy()
  }
}
