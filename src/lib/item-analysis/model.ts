/** A question as it is analysed. */
export interface AnalysedItem {
  id: string
  max_points: number
  /** Options of a question in which one option is right; empty for all others. */
  options: readonly { id: string; is_key: boolean }[]
}

/** The first attempt of one student. Both lists follow the items. */
export interface AnalysedAttempt {
  /** Null: the attempt did not contain the item. */
  points: readonly (number | null)[]
  /** Option that was chosen; null for none. */
  chosen: readonly (string | null)[]
}

export const itemFlags = ['key_suspected', 'too_easy', 'too_hard', 'low_discrimination'] as const
export type ItemFlag = (typeof itemFlags)[number]

export interface OptionReport {
  id: string
  is_key: boolean
  /** Share of the answers, 0 to 1. */
  share: number
  /** Share of the answers of the top and of the bottom group. */
  top_share: number
  bottom_share: number
  /** Mean total of those who chose it, as a share of the maximum; null if nobody did. */
  mean_total: number | null
  /** At least 5 % choose it, and their mean total is below that of the key. Null for the key. */
  works: boolean | null
}

export interface ItemReport {
  id: string
  answers: number
  /** Mean points by maximum; null without answers. */
  facility: number | null
  /** Facility of the top 27 % minus that of the bottom 27 % (T. L. Kelley, 1939). */
  discrimination: number | null
  /** Correlation of the points with the total without this item: the corrected point-biserial. */
  correlation: number | null
  options: OptionReport[]
  /** Empty below 30 answers. */
  flags: ItemFlag[]
}

export interface ItemAnalysis {
  attempts: number
  /** Of the totals in points. */
  mean: number | null
  standard_deviation: number | null
  /** Cronbach's α and the standard error of measurement in points; null unless all attempts had the same items. */
  alpha: number | null
  standard_error: number | null
  items: ItemReport[]
}
