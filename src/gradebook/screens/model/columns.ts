import type { Gradebook, GradeCategory, GradeItem } from './use-grades.ts'

export type GridColumn =
  | { kind: 'name' }
  | { kind: 'total' }
  | { kind: 'item'; item: GradeItem; category: GradeCategory }
  | { kind: 'category'; category: GradeCategory }

/** Columns of the grid: name and total, then the items of each category before its total. */
export const columnsOf = ({ categories, items }: Gradebook): GridColumn[] => [
  { kind: 'name' },
  { kind: 'total' },
  ...categories.flatMap((category): GridColumn[] => [
    ...items
      .filter(({ category_id }) => category_id === category.id)
      .map((item) => ({ kind: 'item' as const, item, category })),
    { kind: 'category', category },
  ]),
]
