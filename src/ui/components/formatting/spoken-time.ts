import { hasIntlWords } from '#lib/languages/languages.ts'

/** Time as a screen reader should read it: “1 hour 2 minutes 9 seconds”, in digits for a language without words. */
export function spokenTime(seconds: number, language: string): string {
  const whole = Math.floor(seconds)
  const parts = [
    ['hour', Math.floor(whole / 3600)],
    ['minute', Math.floor(whole / 60) % 60],
    ['second', whole % 60],
  ] as const
  const said = parts.filter(([unit, count]) => count > 0 || (unit === 'second' && whole === 0))
  if (!hasIntlWords(language)) return parts.map(([, count]) => String(count).padStart(2, '0')).join(':')
  return said
    .map(([unit, count]) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    )
    .join(' ')
}
