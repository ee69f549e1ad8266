import { dropLowest } from './drop-lowest.ts'
import type { CategoryTotal, CourseTotal, Grade, GradeBook, GradeCategory, GradeItem } from './model.ts'
import { roundHalfUp } from './rounding.ts'

export type MissingRule = 'ignore' | 'zero'

/**
 * Computes the total of a student in a course: the weighted mean of the categories in which an item counts. Server and
 * browser compute totals with this function only, so they agree to the last digit.
 *
 * `missing` decides on items without points: `ignore` leaves them out, `zero` takes them as 0 points. Excused items never
 * count.
 */
export function courseTotal(book: GradeBook, missing: MissingRule = 'ignore'): CourseTotal {
  const grades = new Map(book.grades.map((grade) => [grade.item_id, grade]))
  const results = book.categories.map((category) => ({
    weight: Math.max(0, category.weight),
    ...categoryTotal(category, countedItems(book.items, category, { grades, missing })),
  }))
  const counted = results.filter(({ weight, percent }) => weight > 0 && percent !== null)
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0)
  const sum = counted.reduce((total, { weight, percent }) => total + weight * percent!, 0)
  return {
    percent: weights > 0 ? roundHalfUp(sum / weights) : null,
    categories: results.map(({ weight, ...result }) => ({
      ...result,
      share: weights > 0 && result.percent !== null ? (100 * weight) / weights : 0,
    })),
  }
}

interface CountedItem {
  id: string
  earned: number
  possible: number
  is_extra_credit: boolean
}

function countedItems(
  items: readonly GradeItem[],
  category: GradeCategory,
  { grades, missing }: { grades: Map<string, Grade>; missing: MissingRule },
): CountedItem[] {
  return items.flatMap((item) => {
    const grade = grades.get(item.id)
    if (item.category_id !== category.id || item.weight <= 0 || item.max_points <= 0) return []
    if (grade?.is_excused) return []
    const points = grade?.points ?? (missing === 'zero' ? 0 : null)
    if (points === null) return []
    const unit = category.method === 'mean' ? item.weight / item.max_points : item.weight
    return {
      id: item.id,
      earned: points * unit,
      possible: category.method === 'mean' ? item.weight : item.max_points * unit,
      is_extra_credit: item.is_extra_credit,
    }
  })
}

function categoryTotal(category: GradeCategory, items: CountedItem[]): Omit<CategoryTotal, 'share'> {
  const extra = items.filter((item) => item.is_extra_credit).reduce((sum, { earned }) => sum + earned, 0)
  const regular = items.filter((item) => !item.is_extra_credit)
  const { counted, dropped } = dropLowest(regular, category.drop_lowest, extra)
  const earned = counted.reduce((sum, item) => sum + item.earned, extra)
  const possible = counted.reduce((sum, item) => sum + item.possible, 0)
  return {
    category_id: category.id,
    percent: possible > 0 ? (100 * earned) / possible : null,
    earned,
    possible,
    dropped: dropped.map(({ id }) => id),
  }
}
