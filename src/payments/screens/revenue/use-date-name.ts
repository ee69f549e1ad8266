import { hasIntlWords } from '#lib/languages/languages.ts'
import { formatTime } from '#ui/components/formatting/format-time.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

/** Formats a day (`2026-11-23`) or a month (`2026-11`) of the school. They have no zone. */
export function useDateName() {
  const { language } = useTranslation('revenue').i18n
  return (key: string) => {
    const isMonth = key.length === 7
    const date = new Date(`${key}${isMonth ? '-01' : ''}T00:00:00Z`)
    if (!isMonth) return formatTime(date, { style: 'date', language, zone: 'UTC' })
    const hasWords = hasIntlWords(language)
    const month = hasWords ? 'long' : '2-digit'
    const form = { month, year: 'numeric', timeZone: 'UTC' } as const
    return new Intl.DateTimeFormat(hasWords ? language : 'en-GB', form).format(date)
  }
}
