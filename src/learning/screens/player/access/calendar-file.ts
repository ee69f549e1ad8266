interface CalendarEvent {
  id: string
  title: string
  /** RFC 3339. */
  starts_at: string
  url: string
  now: Date
}

/** Returns an iCalendar file (RFC 5545) with one event. */
export function calendarFile({ id, title, starts_at, url, now }: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Courses//EN',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(new Date(starts_at))}`,
    `SUMMARY:${escaped(title)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldText(line)}\r\n`).join('')
}

const utc = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d+/g, '')

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Folds lines at 75 octets (RFC 5545 §3.1) without splitting characters. */
function foldText(line: string): string {
  const encoder = new TextEncoder()
  let out = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > 75) {
      out += '\r\n '
      octets = 1
    }
    out += character
    octets += size
  }
  return out
}
