import { useEffect, useRef } from 'react'
import { errorPageTexts } from '#tenancy/client/early-texts.ts'
import './status-page.css'

/** Shown in the browser when a page cannot be loaded or rendered. */
export function FallbackErrorPage() {
  const t = errorPageTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = errorPageTexts()('error-page:title')
    heading.current?.focus()
  }, [])
  return (
    <main className="ly-status">
      <h1 ref={heading} tabIndex={-1}>
        {t('error-page:title')}
      </h1>
      <p>{t('error-page:text')}</p>
      <p className="ly-status-actions">
        <button type="button" className="ly-status-button" onClick={() => location.reload()}>
          {t('error-page:retry')}
        </button>
        <button type="button" className="ly-status-link" onClick={() => location.assign('/')}>
          {t('error-page:home')}
        </button>
      </p>
    </main>
  )
}
