import type { AnswerOf } from '../answers.ts'
import type { KeyOf } from '../keys.ts'
import { clamp, whole, type Grading } from './grading.ts'

/**
 * Items in their order. `partial`: the longest sequence in the right order (longest common subsequence) counts. A
 * sequence of one item always exists, so it earns nothing: 1 of 5 is 0, 5 of 5 is 1.
 */
export function gradeOrdering(key: KeyOf<'ordering'>, { order }: AnswerOf<'ordering'>): Grading {
  const isRight = order.length === key.order.length && order.every((id, index) => id === key.order[index])
  if (isRight) return whole(1)
  if (key.scoring === 'all_or_nothing' || key.order.length < 2) return whole(0)
  const positions = [...new Set(order)]
    .map((id) => key.order.indexOf(id))
    .filter((position) => position !== -1)
  // An order with further items between the right ones is not the right order.
  const maximum = order.length > key.order.length ? key.order.length - 1 : key.order.length
  const longest = Math.min(longestAscent(positions), maximum)
  return whole(clamp((longest - 1) / (key.order.length - 1)))
}

/** Length of the longest ascending subsequence. */
function longestAscent(positions: readonly number[]) {
  const lengths: number[] = []
  for (const [index, position] of positions.entries()) {
    let longest = 0
    for (let before = 0; before < index; before++)
      if (positions[before]! < position) longest = Math.max(longest, lengths[before]!)
    lengths.push(longest + 1)
  }
  return Math.max(0, ...lengths)
}
