import sharp from 'sharp'
import type { PictureFormat } from '#lib/pictures/pictures.ts'
import { Refusal } from '#platform/refusal.ts'

/** 50 megapixels: beyond any camera phone's useful photo, and 200 MB once unpacked. */
const mostPixels = 50_000_000
const mostWaiting = 50

export interface Picture {
  bytes: Buffer
  width: number
  height: number
}

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/** One picture at a time, because each may take 200 MB; `busy` beyond a bounded queue. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= mostWaiting) throw new Refusal('busy', { retry_after_seconds: 5 })
  waiting += 1
  const turn = last.then(work)
  last = turn.catch(() => {})
  try {
    return await turn
  } finally {
    waiting -= 1
  }
}

/** The picture drawn anew as WebP: upright, no larger than asked, and without anything but its pixels. */
export function encodePicture(bytes: Buffer, longest_side: number): Promise<Picture> {
  return inTurn(async () => {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(damaged)
    if (width * height > mostPixels) throw new Refusal('image_too_large')
    const box = {
      width: longest_side,
      height: longest_side,
      fit: 'inside',
      withoutEnlargement: true,
    } as const
    const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize(box)
      .webp({ quality: 82, effort: 4 })
      .toBuffer({ resolveWithObject: true })
      .catch(damaged)
    return { bytes: data, width: info.width, height: info.height }
  })
}

/** One of our own pictures in another width and format; never wider than it is. */
export function drawAs(bytes: Buffer, { width, format }: { width: number; format: PictureFormat }) {
  return inTurn(() => {
    const drawn = sharp(bytes, { limitInputPixels: mostPixels })
      .timeout({ seconds: 60 })
      .resize({ width, withoutEnlargement: true })
    // Three quarters of WebP's bytes, in a second for the largest; more effort takes many times longer for little.
    return (
      format === 'avif' ? drawn.avif({ quality: 52, effort: 2 }) : drawn.webp({ quality: 78, effort: 4 })
    ).toBuffer()
  })
}

function damaged(): never {
  throw new Refusal('file_damaged')
}
