/**
 * The same time of the day (UTC) a number of months later. A day that the month does not have becomes its last day: a month after
 * 31 January is 28 February.
 */
export function addMonths(date: Date, months: number): Date {
  const month = date.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const moved = new Date(date)
  // The first of the month before the month is changed: 31 January plus a month must not become March.
  moved.setUTCDate(1)
  moved.setUTCMonth(month)
  moved.setUTCDate(Math.min(date.getUTCDate(), lastDay))
  return moved
}
