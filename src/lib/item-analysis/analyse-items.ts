import { analyseOptions, keySuspected } from './options.ts'
import type { AnalysedAttempt, AnalysedItem, ItemAnalysis, ItemFlag, ItemReport } from './model.ts'
import { correlation, mean, variance } from './statistics.ts'

/** Number of answers from which on an item can be flagged. */
export const minAnswersForFlags = 30
const groupShare = 0.27

/** One attempt that contains the item. */
export interface ItemAnswer {
  points: number
  chosen: string | null
  /** Points of the other items. */
  rest: number
  /** Total as a share of the maximum of what the attempt contained. */
  total: number
}

/** Computes the statistics of classical test theory for first attempts; items that were drawn at random may be absent. */
export function analyseItems(
  items: readonly AnalysedItem[],
  attempts: readonly AnalysedAttempt[],
): ItemAnalysis {
  const totals = attempts.map(({ points }) => points.reduce<number>((sum, one) => sum + (one ?? 0), 0))
  const maxima = attempts.map(({ points }) =>
    items.reduce((sum, { max_points }, index) => sum + (points[index] == null ? 0 : max_points), 0),
  )
  return {
    attempts: attempts.length,
    mean: attempts.length > 0 ? mean(totals) : null,
    standard_deviation: attempts.length > 1 ? Math.sqrt(variance(totals)) : null,
    ...reliability(items, attempts, totals),
    items: items.map((item, index) => {
      const answers = attempts.flatMap(({ points, chosen }, row): ItemAnswer[] => {
        const own = points[index]
        if (own == null) return []
        const total = maxima[row]! > 0 ? totals[row]! / maxima[row]! : 0
        return [{ points: own, chosen: chosen[index] ?? null, rest: totals[row]! - own, total }]
      })
      return analyseItem(item, answers)
    }),
  }
}

function reliability(
  items: readonly AnalysedItem[],
  attempts: readonly AnalysedAttempt[],
  totals: readonly number[],
) {
  const k = items.length
  const complete = attempts.every(({ points }) => items.every((_, index) => points[index] != null))
  const ofTotals = attempts.length > 1 ? variance(totals) : 0
  if (k < 2 || !complete || !(ofTotals > 1e-12)) return { alpha: null, standard_error: null }
  const ofItems = items.reduce(
    (sum, _, index) => sum + variance(attempts.map(({ points }) => points[index]!)),
    0,
  )
  const alpha = (k / (k - 1)) * (1 - ofItems / ofTotals)
  return { alpha, standard_error: Math.sqrt(ofTotals * (1 - alpha)) }
}

function analyseItem(item: AnalysedItem, answers: ItemAnswer[]): ItemReport {
  const groups = extremeGroups(answers)
  const facilityOf = (group: ItemAnswer[]) =>
    group.length > 0 && item.max_points > 0 ? mean(group.map(({ points }) => points)) / item.max_points : null
  const facility = facilityOf(answers)
  const [top, bottom] = [facilityOf(groups.top), facilityOf(groups.bottom)]
  const discrimination = top === null || bottom === null ? null : top - bottom
  const r = correlation(
    answers.map(({ points }) => points),
    answers.map(({ rest }) => rest),
  )
  const report = { id: item.id, answers: answers.length, facility, discrimination, correlation: r }
  return {
    ...report,
    options: analyseOptions(item, answers, groups),
    flags: flagsOf(report, keySuspected(item, { r, answers: answers.length, top: groups.top })),
  }
}

/** The 27 % with the highest and with the lowest total, with all whose total equals that of the last one. */
function extremeGroups(answers: readonly ItemAnswer[]) {
  if (answers.length < 2) return { top: [], bottom: [] }
  const sorted = answers.map(({ total }) => total).toSorted((one, other) => one - other)
  const size = Math.max(1, Math.round(groupShare * sorted.length))
  const [low, high] = [sorted[size - 1]!, sorted[sorted.length - size]!]
  return {
    top: answers.filter(({ total }) => total >= high),
    bottom: answers.filter(({ total }) => total <= low),
  }
}

function flagsOf(
  { answers, facility, discrimination }: Omit<ItemReport, 'options' | 'flags'>,
  isKeySuspected: boolean,
): ItemFlag[] {
  if (answers < minAnswersForFlags || facility === null) return []
  const flags: ItemFlag[] = []
  if (isKeySuspected) flags.push('key_suspected')
  if (facility > 0.95) flags.push('too_easy')
  else if (facility < 0.1) flags.push('too_hard')
  else if (!isKeySuspected && discrimination !== null && discrimination < 0.1)
    flags.push('low_discrimination')
  return flags
}
