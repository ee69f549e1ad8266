/** `points`: sum of points by sum of maxima. `mean`: mean of the percentages of the items. */
export const categoryMethods = ['points', 'mean'] as const
export type CategoryMethod = (typeof categoryMethods)[number]

/** A category of the gradebook of a course. */
export interface GradeCategory {
  id: string
  /** Share in the course total relative to the other categories; 0 does not count. */
  weight: number
  method: CategoryMethod
  /** Number of lowest items that are left out; at least one item always counts. */
  drop_lowest: number
}

/** Something that students get points for. */
export interface GradeItem {
  id: string
  /** Null: the item does not count in the total. */
  category_id: string | null
  max_points: number
  /** Share within its category relative to the other items; 0 does not count. */
  weight: number
  /** Adds to the points of the category and not to its maximum; is never left out. */
  is_extra_credit: boolean
}

/** The grade of one student for one item. */
export interface Grade {
  item_id: string
  /** Points after the late penalty; null: not graded. */
  points: number | null
  /** The item does not count for this student, whatever its points are. */
  is_excused: boolean
}

/** What the total of a student is computed from. */
export interface GradeBook {
  categories: readonly GradeCategory[]
  items: readonly GradeItem[]
  grades: readonly Grade[]
}

/** The result of one category. */
export interface CategoryTotal {
  category_id: string
  /** Percent of the category, not rounded; null if no item counts. */
  percent: number | null
  /** Weighted points that count, with extra credit. */
  earned: number
  /** Weighted maximum of the items that count. */
  possible: number
  /** Percent of the course total that the category decides on, not rounded; 0 if it does not count. */
  share: number
  /** Items that are left out as the lowest. */
  dropped: string[]
}

/** The result of a student in a course. */
export interface CourseTotal {
  /** Percent, rounded half up to two decimals; null if no item counts. */
  percent: number | null
  categories: CategoryTotal[]
}
