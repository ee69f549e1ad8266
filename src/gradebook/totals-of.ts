import { courseTotal, labelOf, type Grade } from '#lib/grades/index.ts'
import type { Gradebook } from './queries.ts'

/** Totals of one student. */
export function totalsOf({ categories, items, scale }: Gradebook, grades: readonly Grade[]) {
  const book = { categories, items, grades }
  const { percent } = courseTotal(book)
  return {
    total_percent: percent,
    total_with_missing: courseTotal(book, 'zero').percent,
    grade_label: percent === null ? null : (labelOf(scale, percent) ?? null),
  }
}
