/** In pixels. The widest is as wide as a page with a picture from edge to edge on a common screen. */
export const pictureWidths = [320, 640, 960, 1280, 1920] as const
/** The best first: a browser takes the first that it knows. */
export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

export const drawnName = (width: number, format: PictureFormat) => `${width}.${format}`

/** Width and format of a name that `drawnName` made; null for any other text. */
export function parseDrawnName(name: string) {
  const [, width, format] = /^(\d{3,4})\.(avif|webp)$/.exec(name) ?? []
  const known = pictureWidths.find((each) => String(each) === width)
  return known ? { width: known, format: format as PictureFormat } : null
}

export interface PictureSource {
  type: string
  srcSet: string
}

/** The sizes of a public picture, one source for each format; empty for an address that is not one. */
export function sourcesOf(address: string): PictureSource[] {
  if (!/\/media\/public\/[0-9a-f-]{36}$/.test(address)) return []
  return pictureFormats.map((format) => ({
    type: `image/${format}`,
    srcSet: pictureWidths.map((width) => `${address}/${drawnName(width, format)} ${width}w`).join(', '),
  }))
}
