/** Position as a share of the width and the height of an image. */
export interface ImagePoint {
  x: number
  y: number
}

const directions: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A share within the image, rounded to a thousandth, so that steps add up exactly. */
export const imageShare = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000

/** Moves a point by an arrow key: 1 %, with Shift 10 %. Returns null for other keys. */
export function movedPoint(point: ImagePoint, key: string, isLarge: boolean): ImagePoint | null {
  const direction = directions[key]
  if (!direction) return null
  const step = isLarge ? 0.1 : 0.01
  return { x: imageShare(point.x + direction[0] * step), y: imageShare(point.y + direction[1] * step) }
}

/** The cell of a grid of ten by ten, as on a map: `A1` is at the top left. */
export function cellOf({ x, y }: ImagePoint): string {
  const index = (value: number) => Math.min(9, Math.floor(value * 10 + 1e-9))
  return `${'ABCDEFGHIJ'[index(x)]}${index(y) + 1}`
}

/** The point of an image under a pointer. */
export function pointAt(area: DOMRect, pointer: { clientX: number; clientY: number }): ImagePoint {
  return {
    x: imageShare((pointer.clientX - area.left) / area.width),
    y: imageShare((pointer.clientY - area.top) / area.height),
  }
}
