import type { AnswerOf, QuestionAnswer, Variables } from './answers.ts'
import type { BodyOf, QuestionBody } from './bodies.ts'
import { valueOf } from './grading/grading.ts'
import type { KeyOf, QuestionKey } from './keys.ts'
import { decimalOf, decimalText } from './numbers/decimal.ts'
import { evaluateFormula } from './numbers/formula.ts'
import { variablesOf } from './numbers/variables.ts'

/**
 * The right answer of a question, for the review after results are released; null for types that a person marks, for
 * programs and for information. It earns the full points.
 */
export function rightAnswer(
  body: QuestionBody,
  key: QuestionKey,
  variables: Variables = {},
): QuestionAnswer | null {
  switch (key.type) {
    case 'single_choice':
      return { type: key.type, selected: bestOf(Object.entries(key.fractions)) }
    case 'multiple_choice':
      return { type: key.type, selected: key.correct }
    case 'true_false':
      return { type: key.type, value: key.correct }
    case 'ordering':
      return { type: key.type, order: key.order }
    case 'matching':
    case 'labelling':
    case 'categorise':
      return { type: key.type, pairs: key.pairs }
    case 'matrix':
      return { type: key.type, rows: key.rows }
    case 'slider':
      return { type: key.type, value: key.value }
    case 'hotspot':
      return { type: key.type, selected: key.correct, points: key.areas.map(centreOf) }
    case 'passage':
      return body.type === 'passage' ? rightPassage(body, key, variables) : null
    default:
      return rightText(key, variables)
  }
}

/** The id or text with the highest share. */
const bestOf = (entries: [string, number][]) =>
  entries.reduce<[string | null, number]>((best, entry) => (entry[1] > best[1] ? entry : best), [null, 0])[0]

function rightText(
  key: KeyOf<Exclude<QuestionKey['type'], 'passage'>>,
  variables: Variables,
): QuestionAnswer | null {
  switch (key.type) {
    case 'short_text':
      return { type: key.type, text: bestText(key.accepted) }
    case 'gaps':
      return { type: key.type, gaps: rightGaps(key) }
    case 'number': {
      const [best] = key.accepted.toSorted((a, b) => b.fraction - a.fraction)
      return best ? { type: key.type, text: best.value, unit: best.unit } : null
    }
    case 'calculated': {
      const value = evaluateFormula(key.formula, variables)
      if (value === null) return null
      return { type: key.type, text: decimalText(decimalOf(Number(value.toPrecision(12)))), unit: key.unit }
    }
    default:
      return null
  }
}

/** An accepted text with `*` is shown without it. */
const bestText = (accepted: KeyOf<'short_text'>['accepted']) =>
  (bestOf(accepted.map(({ text, fraction }) => [text, fraction])) ?? '').replace(/\\\*|\*/g, (asterisk) =>
    asterisk === '*' ? '' : '*',
  )

const rightGaps = (key: KeyOf<'gaps'>) =>
  Object.fromEntries(
    Object.entries(key.gaps).map(([id, gap]) => [
      id,
      gap.kind === 'list' ? gap.correct : bestText(gap.accepted),
    ]),
  )

function rightPassage(
  body: BodyOf<'passage'>,
  key: KeyOf<'passage'>,
  variables: Variables,
): AnswerOf<'passage'> {
  const questions: AnswerOf<'passage'>['questions'] = {}
  for (const { id, body: simple } of body.questions) {
    const simpleKey = valueOf(key.questions, id)
    const right = simpleKey && rightAnswer(simple, simpleKey, variablesOf(variables, id))
    if (right && right.type !== 'passage') questions[id] = right
  }
  return { type: 'passage', questions }
}

/** A point in the area: the centre, or for a polygon the middle of a triangle that is in it. */
function centreOf(area: KeyOf<'hotspot'>['areas'][number]) {
  if (area.kind === 'rectangle') return { x: area.x + area.width / 2, y: area.y + area.height / 2 }
  if (area.kind === 'circle') return { x: area.x, y: area.y }
  return centreOfPolygon(area.points)
}

/** Middle of the widest stretch within the polygon, half-way between two heights of corners. */
function centreOfPolygon(corners: { x: number; y: number }[]) {
  const heights = [...new Set(corners.map(({ y }) => y))].toSorted((a, b) => a - b)
  const gaps = heights
    .slice(1)
    .map((height, index) => ({ y: (height + heights[index]!) / 2, size: height - heights[index]! }))
  const y = gaps.toSorted((a, b) => b.size - a.size)[0]?.y ?? corners[0]!.y
  const crossings = corners
    .flatMap((from, index) => {
      const to = corners[(index + 1) % corners.length]!
      return from.y > y === to.y > y ? [] : [from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)]
    })
    .toSorted((a, b) => a - b)
  let widest = { x: corners[0]!.x, size: -1 }
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [from, to] = [crossings[index]!, crossings[index + 1]!]
    if (to - from > widest.size) widest = { x: (from + to) / 2, size: to - from }
  }
  return { x: widest.x, y }
}
