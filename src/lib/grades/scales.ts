/** A step of a scale: the label of all percentages from `min_percent` up to the next step. */
export interface ScaleStep {
  label: string
  min_percent: number
}

const steps = (text: string): ScaleStep[] =>
  text.split(' ').map((step) => {
    const [label, min] = step.split(':')
    return { label: label!, min_percent: Number(min) }
  })

/** Scales that a school can choose; each can be changed for a course. The labels are signs, which need no translation. */
export const standardScales = {
  letters: steps('A:90 B:80 C:70 D:60 F:0'),
  letters_plus_minus: steps('A+:97 A:93 A-:90 B+:87 B:83 B-:80 C+:77 C:73 C-:70 D+:67 D:63 D-:60 F:0'),
  /** West African Senior School Certificate. */
  waec: steps('A1:75 B2:70 B3:65 C4:60 C5:55 C6:50 D7:45 E8:40 F9:0'),
  /** Grade points of Nigerian universities. */
  five_points: steps('5:70 4:60 3:50 2:45 1:40 0:0'),
} as const satisfies Record<string, readonly ScaleStep[]>
export type StandardScale = keyof typeof standardScales

/** Returns the label of a percentage; percentages below every step have the lowest label. Undefined for an empty scale. */
export function labelOf(scale: readonly ScaleStep[], percent: number): string | undefined {
  const ordered = scale.toSorted((one, other) => other.min_percent - one.min_percent)
  return (ordered.find(({ min_percent }) => percent >= min_percent) ?? ordered.at(-1))?.label
}

/** Returns why a scale cannot be used, or null: it needs a step from 0 percent on, distinct limits and distinct labels. */
export function scaleIssue(scale: readonly ScaleStep[]): 'no_zero' | 'duplicate' | null {
  const limits = new Set(scale.map(({ min_percent }) => min_percent))
  const labels = new Set(scale.map(({ label }) => label.trim()))
  if (limits.size < scale.length || labels.size < scale.length) return 'duplicate'
  return limits.has(0) ? null : 'no_zero'
}
