import type { AnswerOf } from '../answers.ts'
import type { BodyOf } from '../bodies.ts'
import type { KeyOf } from '../keys.ts'
import { valueOf, whole, type Grading } from './grading.ts'
import { bestTextFraction } from './match-text.ts'
import { gradeParts } from './grade-parts.ts'

/** A short text against the accepted ones. */
export const gradeShortText = (key: KeyOf<'short_text'>, { text }: AnswerOf<'short_text'>) =>
  whole(bestTextFraction(key.accepted, text, key))

/** The gaps of a text; each counts the same. */
export function gradeGaps(body: BodyOf<'gaps'>, key: KeyOf<'gaps'>, answer: AnswerOf<'gaps'>): Grading {
  const parts = body.gaps.map(({ id }) => {
    const given = valueOf(answer.gaps, id) ?? ''
    const accepted = valueOf(key.gaps, id)
    if (!accepted) return { id, fraction: 0 }
    if (accepted.kind === 'list') return { id, fraction: given === accepted.correct ? 1 : 0 }
    return { id, fraction: bestTextFraction(accepted.accepted, given, key) }
  })
  return gradeParts(parts, key.scoring)
}
