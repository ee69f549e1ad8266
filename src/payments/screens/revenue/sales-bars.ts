interface Period {
  /** First and last day: `2026-11-23`. */
  from: string
  to: string
}

interface SalesRow {
  /** A day (`2026-11-23`) or month (`2026-11`). */
  key: string
  currency: string
  sales: number
}

export interface SalesBar {
  key: string
  value: number
}

const dayMs = 86_400_000
/** Rows of one page of the list. */
const maxRows = 100

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Days of a period, from the first to the last. */
const daysOf = ({ from, to }: Period): string[] => {
  const start = Date.parse(from)
  const count = Math.round((Date.parse(to) - start) / dayMs) + 1
  return Array.from({ length: Math.max(0, count) }, (_none, index) => dayOf(start + index * dayMs))
}

/** Whether the bars of a chart are days, or months because one page does not hold the days of every currency. */
export const barUnit = (period: Period, currencies: number): 'day' | 'month' =>
  daysOf(period).length * Math.max(1, currencies) <= maxRows ? 'day' : 'month'

/** A bar for each day or month of a period, also for those without sales. More refunds than sales are no bar. */
export function salesBars(
  rows: readonly SalesRow[],
  { currency, unit, ...period }: Period & { currency: string; unit: 'day' | 'month' },
): SalesBar[] {
  const sales = new Map(rows.filter((row) => row.currency === currency).map((row) => [row.key, row.sales]))
  const keys = new Set(daysOf(period).map((day) => (unit === 'day' ? day : day.slice(0, 7))))
  return [...keys].map((key) => ({ key, value: Math.max(0, sales.get(key) ?? 0) }))
}
