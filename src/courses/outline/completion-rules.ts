export const completionRules = ['opened', 'watched', 'marked'] as const
export type CompletionRule = (typeof completionRules)[number]

interface Ruled {
  type: string
  completion_rule: string | null
  completion_percentage: number | null
}

/** Percentage of a video or recording that must be played by default. */
export const defaultPercentage = 90

export const isPlayable = (type: string) => type === 'video' || type === 'audio'

/** The completion rule of a content: the teacher's, else the default of its type. */
export function completionRuleOf({ type, completion_rule, completion_percentage }: Ruled) {
  const usual: CompletionRule = isPlayable(type) ? 'watched' : 'opened'
  const rule = (completion_rule as CompletionRule | null) ?? usual
  return { rule, percentage: rule === 'watched' ? (completion_percentage ?? defaultPercentage) : null }
}

/** Seconds that must be played; null if opening or marking completes it. */
export function secondsNeeded(content: Ruled & { duration_seconds: number | null }): number | null {
  const { percentage } = completionRuleOf(content)
  return percentage !== null && content.duration_seconds
    ? Math.ceil((content.duration_seconds * percentage) / 100)
    : null
}
