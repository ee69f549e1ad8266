import type { ItemAnswer } from './analyse-items.ts'
import type { AnalysedItem, OptionReport } from './model.ts'
import { mean } from './statistics.ts'

const minShareOfDistractor = 0.05

/** Computes who chose which option. */
export function analyseOptions(
  { options }: AnalysedItem,
  answers: readonly ItemAnswer[],
  groups: { top: readonly ItemAnswer[]; bottom: readonly ItemAnswer[] },
): OptionReport[] {
  const meanTotalOf = (id: string) => {
    const totals = answers.filter(({ chosen }) => chosen === id).map(({ total }) => total)
    return totals.length > 0 ? mean(totals) : null
  }
  const key = options.find(({ is_key }) => is_key)
  const ofKey = key ? meanTotalOf(key.id) : null
  return options.map(({ id, is_key }) => {
    const share = shareOf(answers, id)
    const mean_total = meanTotalOf(id)
    const isBelowKey = mean_total !== null && ofKey !== null && mean_total < ofKey
    return {
      id,
      is_key,
      share,
      top_share: shareOf(groups.top, id),
      bottom_share: shareOf(groups.bottom, id),
      mean_total,
      works: is_key ? null : share >= minShareOfDistractor && isBelowKey,
    }
  })
}

/**
 * Whether the key is probably incorrect: good students answer the item worse than others, or prefer a distractor. Both must
 * exceed one standard error, so that chance in a sound item of 30 answers does not alarm anybody.
 */
export function keySuspected(
  { options }: AnalysedItem,
  { r, answers, top }: { r: number | null; answers: number; top: readonly ItemAnswer[] },
): boolean {
  if (r !== null && r < -1 / Math.sqrt(answers)) return true
  const key = options.find(({ is_key }) => is_key)
  if (!key) return false
  const right = countOf(top, key.id)
  return options.some(({ id, is_key }) => {
    const others = countOf(top, id)
    return !is_key && others - right > Math.sqrt(others + right)
  })
}

const countOf = (answers: readonly ItemAnswer[], id: string) =>
  answers.filter(({ chosen }) => chosen === id).length
const shareOf = (answers: readonly ItemAnswer[], id: string) =>
  answers.length > 0 ? countOf(answers, id) / answers.length : 0
