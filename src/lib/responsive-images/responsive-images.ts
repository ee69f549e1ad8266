/** In pixels. The largest fits a full-width image on a common screen. */
export const imageWidths = [320, 640, 960, 1280, 1920] as const
/** Best compression first: a browser takes the first format that it supports. */
export const imageFormats = ['avif', 'webp'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** File name of one size of an image, such as `640.webp`; `width` in pixels. */
export const resizedName = (width: number, format: ImageFormat) => `${width}.${format}`

/** Parses a name made by `resizedName` into width and format; null for any other text. */
export function parseResizedName(name: string) {
  const [, width, format] = /^(\d{3,4})\.(avif|webp)$/.exec(name) ?? []
  const imageWidth = imageWidths.find((each) => String(each) === width)
  return imageWidth ? { width: imageWidth, format: format as ImageFormat } : null
}

const isResized = (address: string) => /\/media\/public\/[0-9a-f-]{36}$/.test(address)

/** Address of one size of a public image, where a page can name only one; any other address stays as it is. */
export const imageAtWidth = (address: string, width: (typeof imageWidths)[number]) =>
  isResized(address) ? `${address}/${resizedName(width, 'webp')}` : address

export interface ImageSource {
  type: string
  srcSet: string
}

/** The sources of a public image, one for each format; empty for any other address. */
export function imageSources(address: string): ImageSource[] {
  if (!isResized(address)) return []
  return imageFormats.map((format) => ({
    type: `image/${format}`,
    srcSet: imageWidths.map((width) => `${address}/${resizedName(width, format)} ${width}w`).join(', '),
  }))
}
