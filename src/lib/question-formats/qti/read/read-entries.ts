import type { BodyOf, KeyOf } from '../../../questions/index.ts'
import { decimalFrom } from '../../shares.ts'
import { elementsOf, type XmlElement } from '../../xml-tree.ts'
import { shareOfPoints, type ResponseDeclaration } from '../declarations.ts'
import { declarationOf, isPartial, type QtiReading, type Question } from './reading.ts'

type Accepted = KeyOf<'short_text'>['accepted']

/** Accepted texts of a response, with their shares. Here, `*` stands for any characters. */
function acceptedOf(declaration: ResponseDeclaration, reading: QtiReading): Accepted {
  const accepted = textsOf(declaration, reading)
  if (accepted.some(({ text }) => text.includes('*'))) reading.losses.add('settings')
  return accepted
}

function textsOf({ mapping, correct }: ResponseDeclaration, reading: QtiReading): Accepted {
  const isMapped = isPartial(reading) && mapping.length > 0
  if (!isMapped) return correct.map((text) => ({ text, fraction: 1 }))
  const highest = Math.max(...mapping.map(({ points }) => points))
  const shares = mapping.map(({ key, points }) => ({ text: key, fraction: shareOfPoints(points, highest) }))
  return shares.filter(({ fraction }) => fraction > 0)
}

/** Whether letters must have the case of an accepted text. Ours have all the same rule. */
function isCaseSensitive(declarations: readonly ResponseDeclaration[], losses: QtiReading['losses']) {
  const entries = declarations
    .filter(({ baseType }) => baseType === 'string')
    .flatMap(({ mapping }) => mapping)
  const sensitive = entries.filter((entry) => entry.isCaseSensitive)
  if (sensitive.length > 0 && sensitive.length < entries.length) losses.add('settings')
  return entries.length === 0 || sensitive.length > 0
}

const lengthOf = ({ attributes }: XmlElement, maximum: number, otherwise: number) => {
  const length = Math.trunc(Number(attributes.expectedLength))
  return length >= 1 ? Math.min(maximum, length) : otherwise
}

/** A field after the text of the question: for a number or for words. */
export function readEntry(interaction: XmlElement, reading: QtiReading): Question | null {
  const declaration = declarationOf(reading, interaction)
  if (declaration.baseType === 'float' || declaration.baseType === 'integer')
    return readNumber(declaration, reading)
  return {
    body: { type: 'short_text', text: reading.text, max_length: lengthOf(interaction, 1_000, 200) },
    key: {
      type: 'short_text',
      accepted: acceptedOf(declaration, reading),
      is_case_sensitive: isCaseSensitive([declaration], reading.losses),
      are_accents_ignored: false,
      ...reading.texts(),
    },
  }
}

type AcceptedNumbers = KeyOf<'number'>['accepted']

function readNumber(declaration: ResponseDeclaration, reading: QtiReading): Question | null {
  const accepted = numbersOf(declaration, reading)
  return (
    accepted && {
      body: { type: 'number', text: reading.text, unit_input: 'none', units: [] },
      key: { type: 'number', accepted, unit_penalty: 0, ...reading.texts() },
    }
  )
}

/** Numbers with their tolerances; null if one is none. */
function numbersOf({ correct, mapping }: ResponseDeclaration, reading: QtiReading): AcceptedNumbers | null {
  const { scoring } = reading
  const exact = { tolerance: '0', mode: 'absolute' as const }
  const isMapped = isPartial(reading) && mapping.length > 0
  const plain = isMapped
    ? mapping.map(({ key, points }) => ({ ...exact, value: key, share: String(points) }))
    : correct.map((value) => ({ ...exact, value, share: '1' }))
  const cases = scoring.kind === 'equal' ? scoring.cases : plain
  const highest = Math.max(0, ...cases.map(({ share }) => Number(share)))
  const read = cases.map(({ value, tolerance, mode, share }) => ({
    value: decimalFrom(value),
    tolerance: decimalFrom(
      mode === 'relative' ? String(Number((Number(tolerance) / 100).toFixed(14))) : tolerance,
    ),
    tolerance_kind: mode,
    unit: '',
    fraction: shareOfPoints(Number(share), highest),
  }))
  const isRead = read.every(({ value, tolerance }) => value !== null && tolerance !== null)
  return isRead ? (read as AcceptedNumbers).filter(({ fraction }) => fraction > 0) : null
}

/** A slider; null without its range or its right value. */
export function readSlider(interaction: XmlElement, reading: QtiReading): Question | null {
  const numbers = numbersOf(declarationOf(reading, interaction), reading)
  const { lowerBound = '0', upperBound = '', step = '1' } = interaction.attributes
  const [minimum, maximum, distance] = [lowerBound, upperBound, step].map(decimalFrom)
  const right = numbers?.find(({ fraction }) => fraction === 1)
  if (!minimum || !maximum || !distance || !right) return null
  if (numbers!.length > 1 || right.tolerance_kind === 'relative') reading.losses.add('partial_points')
  return {
    body: { type: 'slider', text: reading.text, minimum, maximum, step: distance, unit: '' },
    key: {
      type: 'slider',
      value: right.value,
      tolerance: right.tolerance_kind === 'absolute' ? right.tolerance : '0',
      ...reading.texts(),
    },
  }
}

export interface GapField {
  id: string
  element: XmlElement
}

/** Fields inside the text of the question. */
export function readGaps(fields: readonly GapField[], reading: QtiReading): Question {
  const gaps: BodyOf<'gaps'>['gaps'] = []
  const keys: KeyOf<'gaps'>['gaps'] = {}
  for (const { id, element } of fields) {
    const declaration = declarationOf(reading, element)
    if (element.name === 'textEntryInteraction') {
      gaps.push({ id, kind: 'text', max_length: lengthOf(element, 200, 100) })
      keys[id] = { kind: 'text', accepted: acceptedOf(declaration, reading) }
      continue
    }
    const options = elementsOf(element, 'inlineChoice').map((choice) => ({
      name: choice.attributes.identifier ?? '',
      id: reading.newPartId(),
      text: reading.html(choice),
    }))
    gaps.push({ id, kind: 'list', options: options.map((option) => ({ id: option.id, text: option.text })) })
    keys[id] = { kind: 'list', correct: rightOption(options, declaration, reading) }
  }
  return {
    body: { type: 'gaps', text: reading.text, gaps },
    key: {
      type: 'gaps',
      gaps: keys,
      scoring: reading.scoring.kind === 'match_correct' && fields.length > 1 ? 'all_or_nothing' : 'partial',
      is_case_sensitive: isCaseSensitive(
        fields.map(({ element }) => declarationOf(reading, element)),
        reading.losses,
      ),
      are_accents_ignored: false,
      ...reading.texts(),
    },
  }
}

function rightOption(
  options: readonly { id: string; name: string }[],
  { correct, mapping }: ResponseDeclaration,
  reading: QtiReading,
) {
  const positive = mapping.filter(({ points }) => points > 0)
  if (isPartial(reading) && positive.length > 1) reading.losses.add('partial_points')
  const best = positive.toSorted((one, other) => other.points - one.points)[0]?.key
  const name = correct[0] ?? best
  return options.find((option) => option.name === name)?.id ?? ''
}
