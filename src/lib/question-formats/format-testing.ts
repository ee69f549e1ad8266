import { sampleQuestions } from '../questions/testing/sample-questions.ts'
import type { FileQuestion } from './format-types.ts'

/** Ids of parts in the order in which they are taken, so that two imports are equal. */
export function createIds() {
  let last = 0
  return () => `part${String((last += 1)).padStart(4, '0')}`
}

/** A question of each type. */
export const allSamples = (): FileQuestion[] =>
  Object.values(structuredClone(sampleQuestions)).map(({ body, key }) => ({
    name: '',
    tags: [],
    difficulty: null,
    body,
    key,
  }))
