interface Size {
  width: number
  height: number
}

/** Selected part of an image: zoom, and centre (shares of width and height). */
export interface CropView {
  zoom: number
  x: number
  y: number
}

export interface CropRegion extends Size {
  left: number
  top: number
}

export const fullView: CropView = { zoom: 1, x: 0.5, y: 0.5 }
export const maxZoom = 4

/** The region with this ratio of width to height, in image pixels, limited to the edges of the image. */
export function cropRectOf(image: Size, ratio: number, { zoom, x, y }: CropView): CropRegion {
  const widest = Math.min(image.width, image.height * ratio)
  const width = widest / Math.min(maxZoom, Math.max(1, zoom))
  const height = width / ratio
  return {
    width,
    height,
    left: clamp(x * image.width - width / 2, image.width - width),
    top: clamp(y * image.height - height / 2, image.height - height),
  }
}

/** The same view with its centre limited to the possible region, so that dragging back has an effect at once. */
export function clampCropView(image: Size, ratio: number, look: CropView): CropView {
  const { left, top, width, height } = cropRectOf(image, ratio, look)
  return {
    zoom: Math.min(maxZoom, Math.max(1, look.zoom)),
    x: (left + width / 2) / image.width,
    y: (top + height / 2) / image.height,
  }
}

const clamp = (value: number, max: number) => Math.min(Math.max(0, value), Math.max(0, max))
