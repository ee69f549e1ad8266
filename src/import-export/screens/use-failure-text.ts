import { hasText, useTranslation } from '#ui/i18n/use-translation.ts'

/** Explains why an export or import failed. An unknown code counts as an error on our side. */
export function useFailureText() {
  const { t, i18n } = useTranslation('import-export')
  return (failure: string | null) => {
    const key = `failures.${failure}`
    return hasText(i18n, 'import-export', key) ? t(key) : t('failures.internal_error')
  }
}
