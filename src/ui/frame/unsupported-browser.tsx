import { useTranslation } from 'react-i18next'

/**
 * Notice for a browser in which the app cannot run. The content shows without scripts; the first script of the
 * page reads the text from the title if storage is not available. The hydrated copy is empty.
 */
export function UnsupportedBrowser() {
  const { t } = useTranslation(import.meta.env.SSR ? 'page' : undefined)
  if (!import.meta.env.SSR) return <noscript suppressHydrationWarning />
  return (
    <noscript title={t('page:unable')}>
      <p className="ly-unable" role="alert">
        {t('page:unable')} <a href="/">{t('page:status.home')}</a>
      </p>
    </noscript>
  )
}
