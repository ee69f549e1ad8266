import { isDay, localDay, shiftDay, startOfLocalDay } from '../dates/local-day.ts'

/** First and last day of a sale in the school's time zone, such as `2026-11-30`, both inclusive; null for no limit. */
export interface SaleDates {
  sale_starts_on: string | null
  sale_ends_on: string | null
}

/** Whether a sale runs on a day. */
export const isSaleDay = ({ sale_starts_on, sale_ends_on }: SaleDates, day: string): boolean =>
  (sale_starts_on === null || sale_starts_on <= day) && (sale_ends_on === null || day <= sale_ends_on)

/** A sale price in minor units, or null if there is none below the price. */
export const lowerPrice = (price: number, sale_price: number | null | undefined): number | null =>
  typeof sale_price === 'number' && sale_price < price ? sale_price : null

/** When a sale begins or ends next; null if it never does. */
export function nextSaleChange(
  { sale_starts_on, sale_ends_on }: SaleDates,
  { timeZone, now }: { timeZone: string; now: Date },
): Date | null {
  const today = localDay(timeZone, now)
  if (sale_starts_on !== null && today < sale_starts_on) return startOfLocalDay(timeZone, sale_starts_on)
  if (sale_ends_on === null || sale_ends_on < today) return null
  return startOfLocalDay(timeZone, shiftDay(sale_ends_on, 1))
}

/** What is wrong with a sale, by field; null for nothing. */
export function saleError({
  sale_starts_on,
  sale_ends_on,
  price,
  sale_price,
}: SaleDates & { price: number; sale_price: number | null }): {
  path: string
  code: string
  message: string
} | null {
  for (const [path, day] of Object.entries({ sale_starts_on, sale_ends_on }))
    if (day !== null && !isDay(day)) return { path, code: 'date_invalid', message: 'Give a valid date.' }
  if (sale_starts_on !== null && sale_ends_on !== null && sale_ends_on < sale_starts_on)
    return {
      path: 'sale_ends_on',
      code: 'ends_before_start',
      message: 'The last day must not be before the first day.',
    }
  if (sale_price !== null && sale_price >= price)
    return { path: 'sale_price', code: 'not_below_price', message: 'The sale price must be below the price.' }
  return null
}
