import { useTranslation } from '#ui/i18n/use-translation.ts'

/** Returns the text of an exception's opening time. */
export function useExceptionText() {
  const { t } = useTranslation('learning')
  return (days: number | null) =>
    days === null
      ? t('exceptions.effects.now')
      : t(days < 0 ? 'exceptions.earlierBy' : 'exceptions.laterBy', { count: Math.abs(days) })
}
