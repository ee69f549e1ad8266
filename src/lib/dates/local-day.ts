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
