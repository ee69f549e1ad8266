import type { AnswerOf } from '../answers.ts'
import type { BodyOf } from '../bodies.ts'
import type { KeyOf } from '../keys.ts'
import { clamp, valueOf, whole, type Grading } from './grading.ts'

type Scoring = 'partial' | 'all_or_nothing'

/** The share of the selected option. */
export function gradeSingleChoice(
  body: BodyOf<'single_choice'>,
  key: KeyOf<'single_choice'>,
  { selected }: AnswerOf<'single_choice'>,
): Grading {
  const isOption = selected !== null && body.options.some(({ id }) => id === selected)
  return whole(isOption ? (valueOf(key.fractions, selected) ?? 0) : 0)
}

/** True or false. */
export const gradeTrueFalse = (key: KeyOf<'true_false'>, { value }: AnswerOf<'true_false'>) =>
  whole(value === key.correct ? 1 : 0)

/** The selected set of options. */
export function gradeMultipleChoice(
  body: BodyOf<'multiple_choice'>,
  key: KeyOf<'multiple_choice'>,
  { selected }: AnswerOf<'multiple_choice'>,
): Grading {
  const options = body.options.map(({ id }) => id)
  return whole(scoreSet({ options, correct: key.correct, selected, scoring: key.scoring }))
}

interface SelectedSet {
  options: readonly string[]
  correct: readonly string[]
  selected: readonly string[]
  scoring: Scoring
}

/**
 * Share of the points for a set of options. `partial` is (right − incorrect) / right, at least 0. If fewer options are
 * incorrect than right, each incorrect one costs more, so that selecting everything earns nothing.
 */
export function scoreSet({ options, correct, selected, scoring }: SelectedSet): number {
  const valid = new Set(options)
  const right = new Set(correct.filter((id) => valid.has(id)))
  const chosen = [...new Set(selected)].filter((id) => valid.has(id))
  const hits = chosen.filter((id) => right.has(id)).length
  const misses = chosen.length - hits
  if (right.size === 0 || scoring === 'all_or_nothing') return hits === right.size && misses === 0 ? 1 : 0
  // Whole numbers until the division: a third three times is 1.
  const cost = Math.min(right.size, valid.size - right.size)
  return misses === 0 ? hits / right.size : clamp((hits * cost - misses * right.size) / (right.size * cost))
}
