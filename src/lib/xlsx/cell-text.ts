/** Built-in formats that show a date (ECMA-376 Part 1, §18.8.30). */
const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

/** Whether a number format shows a date: it has a day, month or year outside of quotes and brackets. */
export const isDateFormat = (id: number, code: string | undefined) =>
  builtInDates.has(id) ||
  (code !== undefined && /[dmy]/i.test(code.replace(/"[^"]{0,255}"|\[[^\]]{0,255}\]|\\./g, '')))

const dayMs = 86_400_000
/** Day 0 of the 1900 calendar, which counts the non-existent 29 February 1900. */
const epoch = Date.UTC(1899, 11, 30)

/**
 * Formats a stored number as a user would type it: a date, or digits without exponent and without rounding noise
 * behind the 15th.
 */
export function numberText(stored: string, isDate: boolean): string {
  if (/^-?\d{15,400}$/.test(stored)) return stored
  const value = Number(stored)
  if (stored.trim() === '' || !Number.isFinite(value)) return stored
  if (isDate && value >= 1 && value < 2_958_466)
    return new Date(epoch + Math.floor(value) * dayMs).toISOString().slice(0, 10)
  if (Number.isSafeInteger(value)) return String(value)
  if (Math.abs(value) >= 1e15) return BigInt(Math.round(value)).toString()
  return String(Number(value.toPrecision(15)))
}

/** Number of a column, from 0: `A` is 0, `AB` is 27; -1 for an invalid reference. */
export function columnIndex(reference: string | undefined): number {
  const characters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!characters) return -1
  return Array.from(characters).reduce((sum, character) => sum * 26 + character.charCodeAt(0) - 64, 0) - 1
}
