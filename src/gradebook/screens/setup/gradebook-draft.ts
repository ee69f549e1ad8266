import type { Gradebook } from '../model/use-grades.ts'

export type DraftCategory = Gradebook['categories'][number]
export type DraftItem = Gradebook['items'][number]

export interface GradebookDraft extends Record<string, unknown> {
  categories: DraftCategory[]
  items: DraftItem[]
  scale: Gradebook['scale']
}

export const newCategory = (name = ''): DraftCategory => ({
  id: crypto.randomUUID(),
  name,
  weight: 100,
  method: 'points',
  drop_lowest: 0,
})

export const newItem = (category_id: string): DraftItem => ({
  id: crypto.randomUUID(),
  name: '',
  category_id,
  max_points: 100,
  weight: 1,
  is_extra_credit: false,
  due_at: null,
  assessment_id: null,
})

/** The setup as a form edits it. A new gradebook begins with one category and one item. */
export function setupOf({ categories, items, scale }: Gradebook, firstName: string): GradebookDraft {
  if (categories.length > 0) return { categories, items, scale }
  const first = newCategory(firstName)
  return { categories: [first], items: [newItem(first.id)], scale }
}

/** Swaps two entries of a list; the same list if there is no other. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const [one, other] = [list[from], list[to]]
  return one === undefined || other === undefined ? [...list] : list.with(from, other).with(to, one)
}
