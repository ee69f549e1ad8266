import { clamp, type Grading } from './grading.ts'

interface Part {
  id: string
  fraction: number
  /** A part without a right choice: it must stay empty, and costs the share of one part if it does not. */
  isDistractor?: boolean
}

/** The mean of the parts that have a right choice, less the distractors that were used. */
export function gradeParts(parts: readonly Part[], scoring: 'partial' | 'all_or_nothing'): Grading {
  const counted = parts.filter(({ isDistractor }) => !isDistractor)
  const used = parts.filter(({ isDistractor, fraction }) => isDistractor && fraction === 0).length
  const graded = parts.map(({ id, fraction }) => ({ id, fraction: clamp(fraction) }))
  const isPerfect = counted.length > 0 && used === 0 && counted.every(({ fraction }) => fraction >= 1)
  if (isPerfect) return { fraction: 1, parts: graded }
  if (scoring === 'all_or_nothing' || counted.length === 0) return { fraction: 0, parts: graded }
  const sum = counted.reduce((total, { fraction }) => total + clamp(fraction), 0)
  return { fraction: clamp((sum - used) / counted.length), parts: graded }
}
