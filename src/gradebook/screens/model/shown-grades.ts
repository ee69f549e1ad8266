import type { CourseTotal } from '#lib/grades/index.ts'

export interface GradeValue {
  points: number | null
  is_excused: boolean
  is_late: boolean
}

/** A grade as a screen shows it: the stored one, or what was entered since. */
export interface ShownGrade extends GradeValue {
  item_id: string
  is_override: boolean
  /** Of the assessment; null: none. */
  result_percent: number | null
  version: number
  /** `refused`: the server did not accept it. */
  state: 'saved' | 'unsaved' | 'refused'
}

/** Grades of a student with what was entered since, and the totals. */
export interface ShownGrades {
  byItem: ReadonlyMap<string, ShownGrade>
  total: CourseTotal
  /** Label of the scale. */
  label: string | null
  dropped: ReadonlySet<string>
}

export const noGrade = (item_id: string): ShownGrade => ({
  item_id,
  points: null,
  is_excused: false,
  is_late: false,
  is_override: false,
  result_percent: null,
  version: 0,
  state: 'saved',
})
