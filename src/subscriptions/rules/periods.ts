import { addMonths } from '#lib/dates/add-months.ts'
import type { PlanInterval } from '#payments/index.ts'

const dayMs = 86_400_000

/** Months of an interval; null for a week. */
const months: Record<PlanInterval, number | null> = { week: null, month: 1, quarter: 3, year: 12 }

/**
 * The start of the period that begins `count` intervals after `anchor`, at the same time of the day (UTC). A day that a
 * month does not have becomes its last day, and later months return to the anchor's day: 31 January, 28 February, 31 March.
 */
export function addIntervals(anchor: Date, interval: PlanInterval, count: number): Date {
  const step = months[interval]
  if (step === null) return new Date(anchor.getTime() + count * 7 * dayMs)
  return addMonths(anchor, count * step)
}

/** A period, from its start until before its end. */
export interface Period {
  starts_at: Date
  ends_at: Date
}

/** The period with this position after the anchor; the first one is 0. */
export const periodAt = (anchor: Date, interval: PlanInterval, position: number): Period => ({
  starts_at: addIntervals(anchor, interval, position),
  ends_at: addIntervals(anchor, interval, position + 1),
})

export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * dayMs)
