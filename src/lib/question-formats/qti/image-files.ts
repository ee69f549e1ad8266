import type { ImageSize } from './coordinates.ts'

/** Types of images that are carried over, with the ends of their names. */
const types = {
  png: { type: 'image/png', begins: [0x89, 0x50, 0x4e, 0x47] },
  jpg: { type: 'image/jpeg', begins: [0xff, 0xd8, 0xff] },
  gif: { type: 'image/gif', begins: [0x47, 0x49, 0x46, 0x38] },
  webp: { type: 'image/webp', begins: [0x52, 0x49, 0x46, 0x46] },
} as const

export interface ImageKind {
  extension: keyof typeof types
  type: string
}

/** The kind of an image by its first bytes; null for other files, whatever their name. */
export function imageKind(bytes: Uint8Array): ImageKind | null {
  for (const [extension, { type, begins }] of Object.entries(types))
    if (begins.every((byte, at) => bytes[at] === byte))
      return { extension: extension as keyof typeof types, type }
  return null
}

/** Width and height of an image; null if its header is not understood. */
export function imageSize(bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = imageKind(bytes)?.extension
  const size = kind && view.byteLength >= 32 ? readers[kind](view) : null
  return size && size.width > 0 && size.height > 0 ? size : null
}

const readers: Record<keyof typeof types, (view: DataView) => ImageSize | null> = {
  png: (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  gif: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  jpg: jpegSize,
  webp: webpSize,
}

/** The size stands in the first segment that begins a frame. */
function jpegSize(view: DataView): ImageSize | null {
  for (let at = 2; at + 9 < view.byteLength; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
  }
  return null
}

function webpSize(view: DataView): ImageSize | null {
  const chunk = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)))
  if (chunk === 'VP8X') {
    const three = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1
    return { width: three(24), height: three(27) }
  }
  if (chunk === 'VP8 ')
    return { width: view.getUint16(26, true) & 0x3f_ff, height: view.getUint16(28, true) & 0x3f_ff }
  if (chunk !== 'VP8L') return null
  const bits = view.getUint32(21, true)
  return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 }
}
