import type { AnswerOf } from '../answers.ts'
import type { BodyOf } from '../bodies.ts'
import type { KeyOf } from '../keys.ts'
import { scoreSet } from './grade-choices.ts'
import { gradeParts } from './grade-parts.ts'
import { valueOf, type Grading } from './grading.ts'

interface Choice {
  id: string
  text: string
}
interface Pairing {
  ids: readonly string[]
  choices: readonly Choice[]
  key: { pairs: Record<string, string>; scoring: 'partial' | 'all_or_nothing' }
  pairs: Record<string, string>
}

/** Prompts and their choices. */
export const gradeMatching = (
  body: BodyOf<'matching'>,
  key: KeyOf<'matching'>,
  { pairs }: AnswerOf<'matching'>,
) => gradePairs({ ids: body.prompts.map(({ id }) => id), choices: body.choices, key, pairs })

/** Spots of an image and their labels. */
export const gradeLabelling = (
  body: BodyOf<'labelling'>,
  key: KeyOf<'labelling'>,
  { pairs }: AnswerOf<'labelling'>,
) => gradePairs({ ids: body.spots.map(({ id }) => id), choices: body.labels, key, pairs })

/** Items and their categories. */
export const gradeCategorise = (
  body: BodyOf<'categorise'>,
  key: KeyOf<'categorise'>,
  { pairs }: AnswerOf<'categorise'>,
) => gradePairs({ ids: body.items.map(({ id }) => id), choices: body.categories, key, pairs })

/** Choices with the same text are interchangeable: a student cannot tell them apart. */
function gradePairs({ ids, choices, key, pairs }: Pairing): Grading {
  const texts = new Map(choices.map(({ id, text }) => [id, text]))
  const parts = ids.map((id) => {
    const right = valueOf(key.pairs, id)
    const given = valueOf(pairs, id)
    if (right === undefined) return { id, fraction: given === undefined ? 1 : 0, isDistractor: true }
    const isRight = given !== undefined && texts.has(given) && texts.get(given) === texts.get(right)
    return { id, fraction: isRight ? 1 : 0 }
  })
  return gradeParts(parts, key.scoring)
}

/** Rows of a table; in each, a set of columns. */
export function gradeMatrix(
  body: BodyOf<'matrix'>,
  key: KeyOf<'matrix'>,
  answer: AnswerOf<'matrix'>,
): Grading {
  const options = body.columns.map(({ id }) => id)
  const parts = body.rows.map(({ id }) => {
    const correct = valueOf(key.rows, id) ?? []
    const selected = valueOf(answer.rows, id) ?? []
    if (correct.length === 0) return { id, fraction: selected.length === 0 ? 1 : 0, isDistractor: true }
    // Several columns in a table with one choice per row are an answer that the form cannot give.
    if (!body.is_multiple && selected.length > 1) return { id, fraction: 0 }
    // In a row with one choice, each right column is a full answer.
    const isRight = !body.is_multiple && correct.includes(selected[0] ?? '')
    const fraction = body.is_multiple
      ? scoreSet({ options, correct, selected, scoring: 'partial' })
      : Number(isRight)
    return { id, fraction }
  })
  return gradeParts(parts, key.scoring)
}
