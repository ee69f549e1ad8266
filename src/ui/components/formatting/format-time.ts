import { hasIntlWords } from '#lib/languages/languages.ts'

export type TimeFormat = 'date' | 'time' | 'datetime' | 'relative' | 'full'

interface Options {
  style: TimeFormat
  language: string
  /** IANA zone. */
  zone: string
  now?: Date
}

const forms: Record<Exclude<TimeFormat, 'relative'>, Intl.DateTimeFormatOptions> = {
  date: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
  full: { dateStyle: 'full', timeStyle: 'long' },
}

const date = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit' } as const

const numericForms: Record<TimeFormat, Intl.DateTimeFormatOptions> = {
  date,
  time,
  datetime: { ...date, ...time },
  relative: { ...date, ...time },
  full: { ...date, ...time, timeZoneName: 'short' },
}

/**
 * Formats a time in words, for a language without them in digits as people write them there. `relative` becomes a date
 * after a week.
 */
export function formatTime(moment: Date, { style, language, zone, now = new Date() }: Options): string {
  if (!hasIntlWords(language))
    return new Intl.DateTimeFormat('en-GB', { ...numericForms[style], timeZone: zone }).format(moment)
  if (style === 'relative') {
    const near = relative(moment, now, language)
    if (near) return near
  }
  const form = forms[style === 'relative' ? 'date' : style]
  return new Intl.DateTimeFormat(language, { ...form, timeZone: zone }).format(moment)
}

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number, until: number][] = [
  ['second', 1, 60],
  ['minute', 60, 3_600],
  ['hour', 3_600, 86_400],
  ['day', 86_400, 604_800],
]

function relative(moment: Date, now: Date, language: string): string | null {
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1000)
  const step = steps.find(([, , until]) => Math.abs(seconds) < until)
  if (!step) return null
  const [unit, size] = step
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  // Changing seconds would distract.
  return unit === 'second' ? words.format(0, 'second') : words.format(Math.trunc(seconds / size), unit)
}
