import { useTranslation } from '#ui/i18n/use-translation.ts'

/** Formats a time span in words: `45 s`, `12 min`, `2 h 5 min`. */
export function useDurationText() {
  const { t } = useTranslation('learning')
  return (seconds: number) => {
    if (seconds < 60) return t('way.seconds', { seconds })
    const minutes = Math.round(seconds / 60)
    if (minutes < 60) return t('way.minutes', { minutes })
    return t('way.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  }
}
