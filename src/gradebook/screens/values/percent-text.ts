import { roundHalfUp } from '#lib/grades/index.ts'
import { formatNumber } from '#ui/components/formatting/format-number.ts'

/** A percentage with at most two decimals, rounded like the totals. */
export const percentText = (percent: number | null) =>
  percent === null ? '–' : `${formatNumber(roundHalfUp(percent), { maximumFractionDigits: 2 })} %`
