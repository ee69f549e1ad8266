/** What a regrade gives for an answer. */
export type RegradePolicy = 'new_key' | 'either_key' | 'full_marks' | 'drop' | 'never_lower'

interface Regraded {
  policy: RegradePolicy
  /** Points of the slot. */
  max_points: number
  /** Points of the present mark. */
  before: number | null
  /** Points by the newest key, and the most by an earlier one; null: a person must mark the answer. */
  by_new_key: number | null
  by_earlier_key: number | null
}

/** Points of an answer under a policy; null: a person must mark the answer. */
export function regradedPoints({ policy, max_points, before, by_new_key, by_earlier_key }: Regraded) {
  switch (policy) {
    case 'new_key':
      return by_new_key
    case 'either_key':
      return higher(by_new_key, by_earlier_key)
    case 'full_marks':
      return max_points
    case 'drop':
      return 0
    case 'never_lower':
      return higher(by_new_key, before)
  }
}

/** Null counts as not given. */
const higher = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

const manual = ['person', 'second', 'override']

/** Whether a mark of a person stays: overrides always, other marks unless the question counts for nobody or fully. */
export const staysUnder = (policy: RegradePolicy, source: string): boolean =>
  source === 'override' || (manual.includes(source) && policy !== 'drop' && policy !== 'full_marks')
