import { elementsOf, type XmlElement } from '../../xml-tree.ts'
import { declarationOf, isPartial, type QtiReading, type Question } from './reading.ts'
import { categoriseClass, matrixClass } from '../write/write-pairs.ts'

/** Pairs of the right answer with their names in the file. */
export const rightPairs = (interaction: XmlElement, reading: QtiReading) => {
  const { correct, mapping } = declarationOf(reading, interaction)
  const values =
    correct.length > 0 ? correct : mapping.filter(({ points }) => points > 0).map(({ key }) => key)
  return values.map((value) => {
    const [from = '', to = ''] = value.split(/\s+/)
    return { from, to }
  })
}

/** `partial` if the points of pairs are added up. The pairs must count the same. */
export function pairScoring(interaction: XmlElement, reading: QtiReading) {
  const points = declarationOf(reading, interaction).mapping.map((entry) => entry.points)
  if (!isPartial(reading)) return 'all_or_nothing' as const
  if (points.some((one) => Math.abs(one - points[0]!) > 1e-4)) reading.losses.add('partial_points')
  return 'partial' as const
}

interface NamedPart {
  name: string
  id: string
  text: string
  max: string
}

/** Parts with new ids, and their names in the file. */
export const partsOf = (elements: readonly XmlElement[], { html, newPartId }: QtiReading): NamedPart[] =>
  elements.map((element) => ({
    name: element.attributes.identifier ?? '',
    id: newPartId(),
    text: html(element),
    max: element.attributes.matchMax ?? '1',
  }))

/** The parts as a question has them. */
export const textParts = (parts: readonly NamedPart[]) => parts.map(({ id, text }) => ({ id, text }))
const idOf = (parts: readonly NamedPart[], name: string) => parts.find((part) => part.name === name)?.id

/** Pairs, a table, or categories, by the class and the number of partners. */
export function readMatch(interaction: XmlElement, reading: QtiReading): Question | null {
  const [first, second] = elementsOf(interaction, 'simpleMatchSet').map((set) =>
    partsOf(elementsOf(set, 'simpleAssociableChoice'), reading),
  )
  if (!first || !second) return null
  const pairs = rightPairs(interaction, reading)
  const scoring = pairScoring(interaction, reading)
  const classes = (interaction.attributes.class ?? '').split(/\s+/)
  const shared = { scoring, ...reading.texts() }
  const isMultiple = first.some(({ max }) => max !== '1')
  const [rows, columns] = [textParts(first), textParts(second)]
  if (classes.includes(matrixClass) || isMultiple)
    return {
      body: { type: 'matrix', text: reading.text, rows, columns, is_multiple: isMultiple },
      key: { type: 'matrix', rows: rightColumns(first, second, pairs), ...shared },
    }
  const single = Object.fromEntries(
    pairs.flatMap(({ from, to }) => {
      const [one, other] = [idOf(first, from), idOf(second, to)]
      return one && other ? [[one, other]] : []
    }),
  ) as Record<string, string>
  if (classes.includes(categoriseClass))
    return {
      body: { type: 'categorise', text: reading.text, categories: columns, items: rows },
      key: { type: 'categorise', pairs: single, ...shared },
    }
  return {
    body: { type: 'matching', text: reading.text, prompts: rows, choices: columns },
    key: { type: 'matching', pairs: single, ...shared },
  }
}

function rightColumns(
  rows: readonly NamedPart[],
  columns: readonly NamedPart[],
  pairs: readonly { from: string; to: string }[],
) {
  const right = rows.flatMap(({ name, id }) => {
    const own = columns.filter((column) => pairs.some(({ from, to }) => from === name && to === column.name))
    return own.length > 0 ? [[id, own.map((column) => column.id)] as const] : []
  })
  return Object.fromEntries(right) as Record<string, string[]>
}
