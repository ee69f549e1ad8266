import { scoringOfShares } from '../../shares.ts'
import { elementsOf, type XmlElement } from '../../xml-tree.ts'
import { shareOfPoints, type ResponseDeclaration } from '../declarations.ts'
import { declarationOf, descendants, isPartial, type QtiReading, type Question } from './reading.ts'

/** Choices with new ids, in the order of the file. */
function choicesOf(interaction: XmlElement, { html, newPartId }: QtiReading) {
  return elementsOf(interaction, 'simpleChoice').map((element) => ({
    name: element.attributes.identifier ?? '',
    id: newPartId(),
    text: html(element),
    feedback: descendants(element, isFeedback).map(html).filter(Boolean).join(' '),
  }))
}

/** Whether an element is a feedback inside the body. */
export const isFeedback = (name: string) => name === 'feedbackInline' || name === 'feedbackBlock'

type Choices = ReturnType<typeof choicesOf>

const feedbackOf = (choices: Choices): Record<string, string> =>
  Object.fromEntries(
    choices.filter(({ feedback }) => feedback !== '').map(({ id, feedback }) => [id, feedback]),
  )

const partsOf = (choices: Choices) => choices.map(({ id, text }) => ({ id, text }))

/** Single choice, multiple choice, or true and false by the names of the two choices. */
export function readChoice(interaction: XmlElement, reading: QtiReading): Question | null {
  const declaration = declarationOf(reading, interaction)
  const choices = choicesOf(interaction, reading)
  const names = choices.map(({ name }) => name).toSorted()
  const isMultiple = declaration.cardinality === 'multiple'
  if (!isMultiple && names.join() === 'false,true') return readTrueFalse(declaration, reading)
  const shared = { option_feedback: feedbackOf(choices), ...reading.texts() }
  const is_shuffled = interaction.attributes.shuffle === 'true'
  const body = { text: reading.text, options: partsOf(choices), is_shuffled }
  if (isMultiple)
    return {
      body: { type: 'multiple_choice', ...body },
      key: { type: 'multiple_choice', ...readSet(choices, declaration, reading), ...shared },
    }
  const fractions = fractionsOf(choices, declaration, reading)
  return { body: { type: 'single_choice', ...body }, key: { type: 'single_choice', fractions, ...shared } }
}

function readTrueFalse({ correct }: ResponseDeclaration, reading: QtiReading): Question | null {
  const [right] = correct
  isPartial(reading)
  if (right !== 'true' && right !== 'false') return null
  return {
    body: { type: 'true_false', text: reading.text },
    key: { type: 'true_false', correct: right === 'true', ...reading.texts() },
  }
}

type Named = readonly { id: string; name: string }[]

function fractionsOf(parts: Named, { mapping, correct }: ResponseDeclaration, reading: QtiReading) {
  const highest = Math.max(0, ...mapping.map(({ points }) => points))
  const isMapped = isPartial(reading) && highest > 0
  const fractions: Record<string, number> = {}
  for (const { id, name } of parts) {
    const points = mapping.find(({ key }) => key === name)?.points ?? 0
    const share = isMapped ? shareOfPoints(points, highest) : Number(correct.includes(name))
    if (share < 0) reading.losses.add('partial_points')
    if (share > 0) fractions[id] = share
  }
  return fractions
}

/** Right parts of a set, and whether each of them counts. */
export function readSet(parts: Named, { mapping, correct }: ResponseDeclaration, reading: QtiReading) {
  const ids = parts.filter(({ name }) => correct.includes(name)).map(({ id }) => id)
  if (!isPartial(reading)) return { correct: ids, scoring: 'all_or_nothing' as const }
  const total = mapping.reduce((sum, { points }) => sum + Math.max(0, points), 0)
  if (total === 0) return { correct: ids, scoring: 'partial' as const }
  const shares = parts.map(({ id, name }) => ({
    id,
    share: (mapping.find(({ key }) => key === name)?.points ?? 0) / total,
  }))
  const read = scoringOfShares(shares)
  if (!read.isExact) reading.losses.add('partial_points')
  return { correct: read.correct, scoring: read.scoring }
}

/** An order, of which the templates of the format count the whole only. */
export function readOrder(interaction: XmlElement, reading: QtiReading): Question {
  const { correct } = declarationOf(reading, interaction)
  const choices = choicesOf(interaction, reading)
  const order = correct.flatMap((name) =>
    choices.filter((choice) => choice.name === name).map(({ id }) => id),
  )
  const scoring = isPartial(reading) ? 'partial' : 'all_or_nothing'
  return {
    body: { type: 'ordering', text: reading.text, items: partsOf(choices) },
    key: { type: 'ordering', order, scoring, ...reading.texts() },
  }
}

/** An essay, which a person marks. */
export function readEssay(interaction: XmlElement, reading: QtiReading): Question {
  const { format = 'plain', maxStrings } = interaction.attributes
  if (maxStrings !== undefined && maxStrings !== '1') reading.losses.add('settings')
  markedByPerson(reading)
  return {
    body: { type: 'essay', text: reading.text, min_words: 0, max_words: 0, is_rich: format === 'xhtml' },
    key: { type: 'essay', guidance: reading.guidance, ...reading.texts() },
  }
}

/** A question for one file, which a person marks. */
export function readUpload(interaction: XmlElement, reading: QtiReading): Question {
  if (interaction.attributes.type !== undefined) reading.losses.add('settings')
  markedByPerson(reading)
  return {
    body: { type: 'file_upload', text: reading.text, max_files: 1, extensions: [] },
    key: { type: 'file_upload', guidance: reading.guidance, ...reading.texts() },
  }
}

/** A person marks these answers, whatever rules the file has. */
function markedByPerson({ scoring, losses }: QtiReading) {
  if (scoring.kind !== 'none') losses.add('own_scoring')
}
