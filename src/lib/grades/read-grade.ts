import { readNumber } from '#lib/questions/numbers/read-number.ts'
import { roundHalfUp } from './rounding.ts'

const maxPoints = 1_000_000

/**
 * Reads what was typed into a grade: points as people write numbers, a percentage of the maximum such as «85 %», «EX» for
 * excused, or nothing. Null if it is none of them.
 */
export function readGrade(
  text: string,
  max_points: number,
): { points: number | null; is_excused: boolean } | null {
  const typed = text.trim()
  if (typed === '' || typed === '-') return { points: null, is_excused: false }
  if (typed.toLowerCase() === 'ex') return { points: null, is_excused: true }
  const isPercent = /[%٪]$/.test(typed)
  const number = Number(readNumber(isPercent ? typed.slice(0, -1) : typed)[0] ?? NaN)
  const points = isPercent ? roundHalfUp((number * max_points) / 100, 4) : number
  return points >= 0 && points <= maxPoints ? { points, is_excused: false } : null
}
