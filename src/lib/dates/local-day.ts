const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string) {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format
}

/** Date in a time zone, as `2026-11-21`. */
export const localDay = (timeZone: string, at: Date) => formatOf(timeZone).format(at)

/** Start of the next day in a time zone; also correct for days of 23 or 25 hours. */
export function nextLocalDay(timeZone: string, now: Date): Date {
  const today = localDay(timeZone, now)
  let [before, after] = [now.getTime(), now.getTime() + 27 * 3_600_000]
  while (after - before > 1) {
    const between = Math.floor((before + after) / 2)
    if (localDay(timeZone, new Date(between)) === today) before = between
    else after = between
  }
  return new Date(after)
}

/** The moment at which a day such as `2026-11-21` begins in a time zone. */
export function startOfLocalDay(timeZone: string, day: string): Date {
  // Zones differ from UTC by at most 14 hours, so the day begins between these two.
  let [before, after] = [Date.parse(day) - 15 * 3_600_000, Date.parse(day) + 15 * 3_600_000]
  while (after - before > 1) {
    const between = Math.floor((before + after) / 2)
    if (localDay(timeZone, new Date(between)) < day) before = between
    else after = between
  }
  return new Date(after)
}

/** The day some days later, as `2026-11-22`. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Whether a text is a day of the calendar: there is no 2026-02-30. */
export const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
