import { useTranslation } from '#ui/i18n/use-translation.ts'
import { formatTime } from '#ui/components/formatting/format-time.ts'

/** Formats a date in the language and zone of the browser. */
export function useFormatDate() {
  const { i18n } = useTranslation('school-billing')
  return (date: string | Date) =>
    formatTime(new Date(date), {
      style: 'date',
      language: i18n.language,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
}
