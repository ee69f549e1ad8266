import type { BodyOf } from '#lib/questions/index.ts'
import { contains } from '#lib/questions/grading/grade-hotspot.ts'
import { imageShare as share, type ImagePoint } from '#ui/questions/inputs/image-point.ts'

export type ImageShape = BodyOf<'hotspot'>['regions'][number]['shape']
/** A region of an image, or a single point in it. */
export type Figure = ImageShape | { kind: 'point'; x: number; y: number }
export type FigureKind = Figure['kind']

/** Width, height and radius that no change goes below. */
const smallest = 0.01

const bounded = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** Points that describe a figure: its corners, or its centre. */
const pointsOf = (figure: Figure): readonly ImagePoint[] =>
  figure.kind === 'polygon' ? figure.points : [figure]

/** The rectangle around a figure. */
export function boundsOf(figure: Figure) {
  const points = pointsOf(figure)
  const [left, top] = [Math.min(...points.map(({ x }) => x)), Math.min(...points.map(({ y }) => y))]
  const [right, bottom] = [Math.max(...points.map(({ x }) => x)), Math.max(...points.map(({ y }) => y))]
  if (figure.kind === 'rectangle')
    return { left, top, right: left + figure.width, bottom: top + figure.height }
  const reach = figure.kind === 'circle' ? figure.radius : 0
  return { left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach }
}

/** Where the number of a figure is shown. */
export function middleOf(figure: Figure): ImagePoint {
  const { left, top, right, bottom } = boundsOf(figure)
  return { x: share((left + right) / 2), y: share((top + bottom) / 2) }
}

/** Moves a figure by shares of the image, and not beyond its edges. */
export function movedFigure<F extends Figure>(figure: F, by: ImagePoint): F {
  const { left, top, right, bottom } = boundsOf(figure)
  const x = bounded(by.x, Math.min(0, -left), Math.max(0, 1 - right))
  const y = bounded(by.y, Math.min(0, -top), Math.max(0, 1 - bottom))
  const moved = (point: ImagePoint) => ({ x: share(point.x + x), y: share(point.y + y) })
  return figure.kind === 'polygon'
    ? { ...figure, points: figure.points.map(moved) }
    : { ...figure, ...moved(figure) }
}

/** Points by which a pointer changes the size or a corner of a figure. */
export function handlesOf(figure: Figure): ImagePoint[] {
  if (figure.kind === 'rectangle')
    return [{ x: share(figure.x + figure.width), y: share(figure.y + figure.height) }]
  if (figure.kind === 'circle') return [{ x: share(figure.x + figure.radius), y: figure.y }]
  return figure.kind === 'polygon' ? figure.points : []
}

/** The figure after one of its handles has been moved to a point. */
export function withHandle<F extends Figure>(figure: F, handle: number, to: ImagePoint): F {
  if (figure.kind === 'rectangle') {
    const width = share(Math.max(smallest, to.x - figure.x))
    return { ...figure, width, height: share(Math.max(smallest, to.y - figure.y)) }
  }
  if (figure.kind === 'circle')
    return {
      ...figure,
      radius: share(Math.max(smallest, Math.abs(to.x - figure.x), Math.abs(to.y - figure.y))),
    }
  if (figure.kind === 'polygon')
    return { ...figure, points: figure.points.with(handle, { x: share(to.x), y: share(to.y) }) }
  return { ...figure, ...to }
}

/** A figure that a pointer draws from one point to another. */
export function figureBetween(kind: FigureKind, from: ImagePoint, to: ImagePoint): Figure {
  const [x, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x, Math.min(from.x, to.x) + smallest)]
  const [y, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y, Math.min(from.y, to.y) + smallest)]
  if (kind === 'point') return { kind, ...to }
  if (kind === 'rectangle') return { kind, x, y, width: share(right - x), height: share(bottom - y) }
  if (kind === 'circle') return withHandle({ kind, ...from, radius: 0 }, 0, to)
  const corners = [
    { x, y },
    { x: right, y },
    { x: right, y: bottom },
    { x, y: bottom },
  ]
  return { kind, points: corners.map((point) => ({ x: share(point.x), y: share(point.y) })) }
}

/** A new figure of a usual size around a point. */
export function newFigure(kind: FigureKind, { x, y }: ImagePoint): Figure {
  if (kind === 'point') return { kind, x, y }
  if (kind === 'circle') return { kind, x, y, radius: 0.1 }
  const corner = { x: bounded(x - 0.1, 0, 0.8), y: bounded(y - 0.1, 0, 0.8) }
  return figureBetween(kind, corner, { x: corner.x + 0.2, y: corner.y + 0.2 })
}

/** Whether a pointer at `point` means this figure. `reach` is the size of a point, as a share of the image. */
export const isAt = (figure: Figure, point: ImagePoint, reach: ImagePoint) =>
  figure.kind === 'point' ? isNear(figure, point, reach) : contains(figure, point)

export const isNear = (one: ImagePoint, other: ImagePoint, reach: ImagePoint) =>
  Math.abs(one.x - other.x) <= reach.x && Math.abs(one.y - other.y) <= reach.y
