export const completionRules = ['opened', 'read', 'watched', 'marked', 'submitted', 'passed'] as const
export type CompletionRule = (typeof completionRules)[number]

interface Ruled {
  type: string
  completion_rule: string | null
  completion_percentage: number | null
}

/** Percentage of a video's length or a text's reading time that is required by default. */
export const defaultPercentage = 90

export const isPlayable = (type: string) => type === 'video' || type === 'audio'

/** Rules that a result of an assessment fulfils. */
export const isByResult = (rule: string | null) => rule === 'submitted' || rule === 'passed'

/** The completion rule of a content: the teacher's, else the default of its type. */
export function completionRuleOf({ type, completion_rule, completion_percentage }: Ruled) {
  const rule = (completion_rule as CompletionRule | null) ?? defaultRule(type)
  const counts = rule === 'watched' || rule === 'read'
  return { rule, percentage: counts ? (completion_percentage ?? defaultPercentage) : null }
}

function defaultRule(type: string): CompletionRule {
  if (type === 'text') return 'read'
  if (type === 'assessment') return 'submitted'
  return isPlayable(type) ? 'watched' : 'opened'
}

/** Seconds that must be played; null if something else completes it. */
export function secondsNeeded(content: Ruled & { duration_seconds: number | null }): number | null {
  const { rule, percentage } = completionRuleOf(content)
  return rule === 'watched' && percentage !== null && content.duration_seconds
    ? Math.ceil((content.duration_seconds * percentage) / 100)
    : null
}

/** Seconds for which a text must be on the screen; null if something else completes it. */
export function readingSecondsNeeded(content: Ruled & { reading_seconds: number }): number | null {
  const { rule, percentage } = completionRuleOf(content)
  return rule === 'read' && percentage !== null
    ? Math.ceil((content.reading_seconds * percentage) / 100)
    : null
}
