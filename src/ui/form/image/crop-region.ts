interface Size {
  width: number
  height: number
}

/** Which part of a picture is wanted: how near, and around which point (shares of width and height). */
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

/** The part of a picture with this ratio of width to height, in its pixels; never beyond its edges. */
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

/** The same look with its point where the cut really is, so that dragging back answers at once. */
export function clampCropView(image: Size, ratio: number, look: CropView): CropView {
  const { left, top, width, height } = cropRectOf(image, ratio, look)
  return {
    zoom: Math.min(maxZoom, Math.max(1, look.zoom)),
    x: (left + width / 2) / image.width,
    y: (top + height / 2) / image.height,
  }
}

const clamp = (value: number, max: number) => Math.min(Math.max(0, value), Math.max(0, max))
