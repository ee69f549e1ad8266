/** In pixels. The widest is as wide as a page with a picture from edge to edge on a common screen. */
export const imageWidths = [320, 640, 960, 1280, 1920] as const
/** The best first: a browser takes the first that it knows. */
export const imageFormats = ['avif', 'webp'] as const
export type ImageFormat = (typeof imageFormats)[number]

export const resizedName = (width: number, format: ImageFormat) => `${width}.${format}`

/** Width and format of a name that `resizedName` made; null for any other text. */
export function parseResizedName(name: string) {
  const [, width, format] = /^(\d{3,4})\.(avif|webp)$/.exec(name) ?? []
  const known = imageWidths.find((each) => String(each) === width)
  return known ? { width: known, format: format as ImageFormat } : null
}

export interface ImageSource {
  type: string
  srcSet: string
}

/** The sizes of a public picture, one source for each format; empty for an address that is not one. */
export function imageSources(address: string): ImageSource[] {
  if (!/\/media\/public\/[0-9a-f-]{36}$/.test(address)) return []
  return imageFormats.map((format) => ({
    type: `image/${format}`,
    srcSet: imageWidths.map((width) => `${address}/${resizedName(width, format)} ${width}w`).join(', '),
  }))
}
