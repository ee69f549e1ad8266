import { useTranslation } from '#ui/i18n/use-translation.ts'

/**
 * Notice for a browser in which the app cannot run. The content shows without scripts; the first script of the
 * page reads the text from the title if storage is not available. The hydrated copy is empty.
 */
export function UnsupportedBrowser() {
  return import.meta.env.SSR ? <Explanation /> : <noscript suppressHydrationWarning />
}

function Explanation() {
  const { t } = useTranslation('page')
  return (
    <noscript title={t('unable')}>
      <p className="ly-unable" role="alert">
        {t('unable')} <a href="/">{t('status.home')}</a>
      </p>
    </noscript>
  )
}
