interface Size {
  width: number
  height: number
}

/** Which part of a picture is wanted: how near, and around which point (shares of width and height). */
export interface Look {
  zoom: number
  x: number
  y: number
}

export interface Cut extends Size {
  left: number
  top: number
}

export const wholeLook: Look = { zoom: 1, x: 0.5, y: 0.5 }
export const nearest = 4

/** The part of a picture with this ratio of width to height, in its pixels; never beyond its edges. */
export function cutOf(picture: Size, ratio: number, { zoom, x, y }: Look): Cut {
  const widest = Math.min(picture.width, picture.height * ratio)
  const width = widest / Math.min(nearest, Math.max(1, zoom))
  const height = width / ratio
  return {
    width,
    height,
    left: clamp(x * picture.width - width / 2, picture.width - width),
    top: clamp(y * picture.height - height / 2, picture.height - height),
  }
}

/** The same look with its point where the cut really is, so that dragging back answers at once. */
export function settled(picture: Size, ratio: number, look: Look): Look {
  const { left, top, width, height } = cutOf(picture, ratio, look)
  return {
    zoom: Math.min(nearest, Math.max(1, look.zoom)),
    x: (left + width / 2) / picture.width,
    y: (top + height / 2) / picture.height,
  }
}

const clamp = (value: number, most: number) => Math.min(Math.max(0, value), Math.max(0, most))
