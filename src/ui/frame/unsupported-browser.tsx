import { useTranslation } from 'react-i18next'

/**
 * For a browser in which the app cannot run. What is inside shows without scripts; the first script of the page takes
 * the words from the title where it may store nothing. The browser's own copy needs none of it.
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
