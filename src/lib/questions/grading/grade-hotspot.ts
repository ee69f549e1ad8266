import type { AnswerOf } from '../answers.ts'
import type { BodyOf } from '../bodies.ts'
import type { KeyOf } from '../keys.ts'
import { scoreSet } from './grade-choices.ts'
import { whole, type Grading } from './grading.ts'

type Area = KeyOf<'hotspot'>['areas'][number]
type Point = AnswerOf<'hotspot'>['points'][number]

/** Regions like options; or points, each of which belongs in another area. */
export function gradeHotspot(
  body: BodyOf<'hotspot'>,
  key: KeyOf<'hotspot'>,
  answer: AnswerOf<'hotspot'>,
): Grading {
  if (body.mode === 'points') return whole(scorePoints(key, answer.points))
  const options = body.regions.map(({ id }) => id)
  return whole(scoreSet({ options, correct: key.correct, selected: answer.selected, scoring: key.scoring }))
}

function scorePoints({ areas, scoring }: KeyOf<'hotspot'>, points: readonly Point[]) {
  if (areas.length === 0) return 0
  const hits = matchedPoints(points, areas)
  const misses = points.length - hits
  if (scoring === 'all_or_nothing') return hits === areas.length && misses === 0 ? 1 : 0
  return Math.max(0, (hits - misses) / areas.length)
}

/** The most points that can be given an area of their own, in whichever order they were set (Kuhn's algorithm). */
function matchedPoints(points: readonly Point[], areas: readonly Area[]) {
  const candidates = points.map((point) =>
    areas.flatMap((area, index) => (contains(area, point) ? [index] : [])),
  )
  const pointOfArea = new Map<number, number>()
  const assign = (point: number, tried: Set<number>): boolean =>
    candidates[point]!.some((area) => {
      if (tried.has(area)) return false
      tried.add(area)
      const other = pointOfArea.get(area)
      if (other !== undefined && !assign(other, tried)) return false
      pointOfArea.set(area, point)
      return true
    })
  return points.filter((_, point) => assign(point, new Set())).length
}

/**
 * Whether a point is in an area, edges included. All measures are shares of the image's width and height, so a circle is
 * an ellipse in an image that is not square.
 */
export function contains(area: Area, { x, y }: Point): boolean {
  if (area.kind === 'rectangle')
    return x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height
  if (area.kind === 'circle') return (x - area.x) ** 2 + (y - area.y) ** 2 <= area.radius ** 2
  return isInPolygon(area.points, { x, y })
}

/** Counts the edges that a ray to the right crosses. */
function isInPolygon(corners: readonly Point[], { x, y }: Point) {
  let isIn = false
  for (const [index, from] of corners.entries()) {
    const to = corners[(index + 1) % corners.length]!
    if (from.y > y === to.y > y) continue
    if (x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)) isIn = !isIn
  }
  return isIn
}
