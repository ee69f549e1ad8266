import { writeDeclaration, pointsText } from '../declarations.ts'
import { node, type XmlChild, type XmlNode } from '../nodes.ts'
import { identifiersOf, type Question, type QtiWriting, type Written } from './writing.ts'

type Accepted = readonly { text: string; fraction: number }[]

/** Accepted texts, of which each earns its share of `points`. */
function declareText(
  accepted: Accepted,
  { identifier, points, isCaseSensitive }: { identifier: string; points: number; isCaseSensitive: boolean },
) {
  return writeDeclaration({
    identifier,
    cardinality: 'single',
    baseType: 'string',
    correct: accepted
      .filter(({ fraction }) => fraction === 1)
      .slice(0, 1)
      .map(({ text }) => text),
    mapping: accepted.map(({ text, fraction }) => ({
      key: text,
      points: pointsText(fraction * points),
      isCaseSensitive,
    })),
  })
}

/** `*` stands for any characters here, and for itself in the format. */
const hasWildcard = (accepted: Accepted) => accepted.some(({ text }) => text.includes('*'))

/** A field for words, with the accepted ones. */
export function writeShortText({ body, key }: Question<'short_text'>, { losses }: QtiWriting): Written {
  if (key.are_accents_ignored || hasWildcard(key.accepted)) losses.add('settings')
  const entry = node('textEntryInteraction', {
    responseIdentifier: 'RESPONSE',
    expectedLength: body.max_length,
  })
  return {
    declarations: [
      declareText(key.accepted, {
        identifier: 'RESPONSE',
        points: 1,
        isCaseSensitive: key.is_case_sensitive,
      }),
    ],
    content: [node('p', {}, entry)],
    scoring: { kind: 'map_response' },
  }
}

/** Percent of a relative tolerance. */
const percent = (share: string) => String(Number((Number(share) * 100).toFixed(12)))

/** A field for a number, with rules for its tolerance. */
export function writeNumber({ body, key }: Question<'number'>, { losses }: QtiWriting): Written {
  if (body.unit_input !== 'none') losses.add('units')
  const accepted = key.accepted.toSorted((one, other) => other.fraction - one.fraction)
  return {
    declarations: [
      writeDeclaration({ cardinality: 'single', baseType: 'float', correct: [accepted[0]!.value] }),
    ],
    content: [node('p', {}, node('textEntryInteraction', { responseIdentifier: 'RESPONSE' }))],
    scoring: {
      kind: 'equal',
      cases: accepted.map(({ value, tolerance, tolerance_kind, fraction }) => ({
        value,
        mode: tolerance_kind,
        tolerance: tolerance_kind === 'relative' ? percent(tolerance) : tolerance,
        share: pointsText(fraction),
      })),
    },
  }
}

/** A slider, with rules for its tolerance. */
export function writeSlider({ body, key }: Question<'slider'>, { losses }: QtiWriting): Written {
  if (body.unit !== '') losses.add('units')
  const { minimum, maximum, step } = body
  return {
    declarations: [writeDeclaration({ cardinality: 'single', baseType: 'float', correct: [key.value] })],
    content: [
      node('sliderInteraction', {
        responseIdentifier: 'RESPONSE',
        lowerBound: minimum,
        upperBound: maximum,
        step,
      }),
    ],
    scoring: {
      kind: 'equal',
      cases: [{ value: key.value, tolerance: key.tolerance, mode: 'absolute', share: '1' }],
    },
  }
}

/** Fields and lists inside the text. */
export function writeGaps({ body, key }: Question<'gaps'>, writing: QtiWriting): Written {
  const texts = Object.values(key.gaps).flatMap((gap) => (gap.kind === 'text' ? gap.accepted : []))
  const isLost = key.scoring !== 'partial' || key.are_accents_ignored || hasWildcard(texts)
  if (isLost) writing.losses.add('settings')
  const names = identifiersOf(body.gaps, 'RESPONSE')
  const fields = new Map(body.gaps.map((gap) => [gap.id, fieldOf(gap, names.get(gap.id)!, writing)]))
  const points = 1 / body.gaps.length
  return {
    declarations: body.gaps.map((gap) => {
      const identifier = names.get(gap.id)!
      const answer = key.gaps[gap.id]!
      if (answer.kind === 'text')
        return declareText(answer.accepted, { identifier, points, isCaseSensitive: key.is_case_sensitive })
      const right = gap.kind === 'list' ? identifiersOf(gap.options, 'A').get(answer.correct)! : ''
      return writeDeclaration({
        identifier,
        cardinality: 'single',
        baseType: 'identifier',
        correct: [right],
        mapping: [{ key: right, points: pointsText(points) }],
      })
    }),
    text: withFields(writing.html(body.text), fields),
    content: [],
    scoring: { kind: 'sum', identifiers: [...names.values()] },
  }
}

type Gap = Question<'gaps'>['body']['gaps'][number]

function fieldOf(gap: Gap, responseIdentifier: string, { plain }: QtiWriting) {
  if (gap.kind === 'text')
    return node('textEntryInteraction', { responseIdentifier, expectedLength: gap.max_length })
  const names = identifiersOf(gap.options, 'A')
  return node(
    'inlineChoiceInteraction',
    { responseIdentifier, shuffle: false },
    gap.options.map(({ id, text }) => node('inlineChoice', { identifier: names.get(id) }, plain(text))),
  )
}

/** Content in which each `[[id]]` is its field. */
function withFields(children: readonly XmlChild[], fields: ReadonlyMap<string, XmlNode>): XmlChild[] {
  return children.flatMap((child) => {
    if (typeof child !== 'string') return { ...child, children: withFields(child.children, fields) }
    // The parts at odd positions are ids.
    return child
      .split(/\[\[([a-z0-9]{6,12})\]\]/)
      .map((part, at) => (at % 2 === 1 ? (fields.get(part) ?? `[[${part}]]`) : part))
      .filter((part) => part !== '')
  })
}
