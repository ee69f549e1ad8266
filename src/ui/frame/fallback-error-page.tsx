import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import './status-page.css'

/** Shown in the browser when a page could not be loaded or drawn. */
export function FallbackErrorPage() {
  const { t } = useTranslation('ui')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = t('fallback.title')
    heading.current?.focus()
  }, [t])
  return (
    <main className="ly-status">
      <h1 ref={heading} tabIndex={-1}>
        {t('fallback.title')}
      </h1>
      <p>{t('fallback.text')}</p>
      <p className="ly-status-actions">
        <button type="button" className="ly-status-button" onClick={() => location.reload()}>
          {t('fallback.retry')}
        </button>
        <a className="ly-status-link" href="/">
          {t('fallback.home')}
        </a>
      </p>
    </main>
  )
}
