import { pointsText, writeDeclaration } from '../declarations.ts'
import { node } from '../nodes.ts'
import { identifiersOf, type Question, type QtiWriting, type Written } from './writing.ts'

type Parts = readonly { id: string; text: string }[]

interface Pairs {
  from: Parts
  to: Parts
  pairs: readonly (readonly [from: string, to: string])[]
  scoring: string
  /** Class by which readers know the kind. */
  kind?: string
  /** Each part of `from` may have several partners. */
  isMultiple?: boolean
}

/** Class of questions whose first parts are sorted into the second ones. */
export const categoriseClass = 'categorise-question'
/** Class of a table, in the vocabulary of version 3. */
export const matrixClass = 'qti-match-tabular'

function writePairs(
  { from, to, pairs, scoring, kind, isMultiple = false }: Pairs,
  { html }: QtiWriting,
): Written {
  const [first, second] = [identifiersOf(from, 'P'), identifiersOf(to, 'C')]
  const correct = pairs.map(([one, other]) => `${first.get(one)} ${second.get(other)}`)
  const share = pointsText(1 / correct.length)
  const isPartial = scoring === 'partial'
  const set = (parts: Parts, names: ReadonlyMap<string, string>, matchMax: number) => {
    const choice = (id: string) => ({ identifier: names.get(id), matchMax })
    const choices = parts.map(({ id, text }) => node('simpleAssociableChoice', choice(id), html(text)))
    return node('simpleMatchSet', {}, choices)
  }
  return {
    declarations: [
      writeDeclaration({
        cardinality: 'multiple',
        baseType: 'directedPair',
        correct,
        ...(isPartial && { mapping: correct.map((key) => ({ key, points: share })) }),
        // Choosing everything must not earn all points.
        ...(isPartial && isMultiple && { otherPoints: `-${share}` }),
      }),
    ],
    content: [
      node(
        'matchInteraction',
        {
          responseIdentifier: 'RESPONSE',
          shuffle: kind !== matrixClass,
          maxAssociations: isMultiple ? 0 : from.length,
          class: kind,
        },
        set(from, first, isMultiple ? 0 : 1),
        set(to, second, 0),
      ),
    ],
    scoring: { kind: isPartial ? 'map_response' : 'match_correct' },
  }
}

/** Pairs in the order of the parts. */
const inOrder = (from: Parts, pairs: Readonly<Record<string, string>>) =>
  from.flatMap(({ id }) => (pairs[id] === undefined ? [] : [[id, pairs[id]] as const]))

/** Prompts with their choices. */
export const writeMatching = ({ body, key }: Question<'matching'>, writing: QtiWriting) =>
  writePairs(
    { from: body.prompts, to: body.choices, pairs: inOrder(body.prompts, key.pairs), scoring: key.scoring },
    writing,
  )

/** Items with their categories. */
export const writeCategorise = ({ body, key }: Question<'categorise'>, writing: QtiWriting) =>
  writePairs(
    {
      from: body.items,
      to: body.categories,
      pairs: inOrder(body.items, key.pairs),
      scoring: key.scoring,
      kind: categoriseClass,
    },
    writing,
  )

/** Rows with their columns. */
export const writeMatrix = ({ body, key }: Question<'matrix'>, writing: QtiWriting) =>
  writePairs(
    {
      from: body.rows,
      to: body.columns,
      pairs: body.rows.flatMap(({ id }) =>
        body.columns
          .filter((column) => key.rows[id]?.includes(column.id))
          .map((column) => [id, column.id] as const),
      ),
      scoring: key.scoring,
      kind: matrixClass,
      isMultiple: body.is_multiple,
    },
    writing,
  )
