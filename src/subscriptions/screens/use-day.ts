import { formatTime } from '#ui/components/formatting/format-time.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

/** Writes the day of a moment in the reader's language and time zone. */
export function useDay() {
  const { i18n } = useTranslation('subscriptions')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (time: string) => formatTime(new Date(time), { style: 'date', language: i18n.language, zone })
}
