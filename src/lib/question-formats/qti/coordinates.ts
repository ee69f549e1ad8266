import type { BodyOf } from '../../questions/index.ts'

type Shape = BodyOf<'hotspot'>['regions'][number]['shape']
type Point = { x: number; y: number }
/** Size of an image in pixels. */
export interface ImageSize {
  width: number
  height: number
}

const pixel = (share: number, size: number) => Math.round(share * size)

/** A shape in pixels: the format has no shares. */
export function writeShape(shape: Shape, { width, height }: ImageSize): { shape: string; coords: string } {
  const pixels = (points: readonly Point[]) =>
    points.flatMap(({ x, y }) => [pixel(x, width), pixel(y, height)]).join(',')
  if (shape.kind === 'polygon') return { shape: 'poly', coords: pixels(shape.points) }
  if (shape.kind === 'rectangle') {
    const corners = [shape, { x: shape.x + shape.width, y: shape.y + shape.height }]
    return { shape: 'rect', coords: pixels(corners) }
  }
  const [horizontal, vertical] = [pixel(shape.radius, width), pixel(shape.radius, height)]
  if (horizontal === vertical) return { shape: 'circle', coords: `${pixels([shape])},${horizontal}` }
  return { shape: 'ellipse', coords: `${pixels([shape])},${horizontal},${vertical}` }
}

/** A shape of a file as shares of its image; null if it cannot be read. */
export function readShape(shape: string, coords: string, size: ImageSize): Shape | null {
  const { width, height } = size
  if (shape === 'default') return { kind: 'rectangle', x: 0, y: 0, width: 1, height: 1 }
  const numbers = coords.split(',').map((part) => Number.parseFloat(part))
  if (numbers.length < 3 || numbers.some((number) => !Number.isFinite(number))) return null
  const points = pairsOf(numbers).map(([x, y]) => ({ x: share(x, width), y: share(y, height) }))
  const [first, second] = points
  if (shape === 'rect' && first && second)
    return {
      kind: 'rectangle',
      ...first,
      width: share(numbers[2]! - numbers[0]!, width),
      height: share(numbers[3]! - numbers[1]!, height),
    }
  if (shape === 'poly') return points.length >= 3 && points.length <= 40 ? { kind: 'polygon', points } : null
  const [, , horizontal, vertical = horizontal] = numbers
  return shape === 'circle' || shape === 'ellipse' ? ellipse(first!, [horizontal!, vertical!], size) : null
}

function pairsOf(numbers: readonly number[]) {
  const pairs: [number, number][] = []
  for (let at = 0; at + 1 < numbers.length; at += 2) pairs.push([numbers[at]!, numbers[at + 1]!])
  return pairs
}

const share = (pixels: number, size: number) => Math.min(1, Math.max(0, pixels / size))
const corners = 24

/** A circle of the same share in both directions, or a polygon for another ellipse. */
function ellipse(
  center: Point,
  [horizontal, vertical]: readonly [number, number],
  { width, height }: ImageSize,
): Shape {
  const [rx, ry] = [share(horizontal, width), share(vertical, height)]
  // Pixels are whole numbers, so that one of them is no difference.
  if (Math.abs(rx - ry) <= 1 / Math.min(width, height)) return { kind: 'circle', ...center, radius: rx }
  const points = Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * at) / corners
    return {
      x: share(center.x + rx * Math.cos(angle), 1),
      y: share(center.y + ry * Math.sin(angle), 1),
    }
  })
  return { kind: 'polygon', points }
}

/** A single point of a shape, for labels: its centre. */
export function readSpot(shape: string, coords: string, size: ImageSize): Point | null {
  const read = readShape(shape, coords, size)
  if (!read) return null
  // A circle on an image that is not square is read as a polygon, whose middle is not exact.
  const [x, y] = coords.split(',').map((part) => Number.parseFloat(part))
  if (shape === 'circle') return { x: share(x!, size.width), y: share(y!, size.height) }
  if (read.kind === 'rectangle') return { x: read.x + read.width / 2, y: read.y + read.height / 2 }
  if (read.kind === 'circle') return { x: read.x, y: read.y }
  const middle = (axis: 'x' | 'y') =>
    read.points.reduce((sum, point) => sum + point[axis], 0) / read.points.length
  return { x: middle('x'), y: middle('y') }
}
