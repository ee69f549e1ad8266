import { usePageBrand } from '#tenancy/client/frame.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { queuedCount } from './offline-queue.ts'
import './status-page.css'

export type ShownStatus = 403 | 404

/** A status page rendered on the server, with an explanation and a link, in the colours of the school. */
export function StatusPage({ status }: { status: ShownStatus | 'offline' }) {
  const { t } = useTranslation(['ui', 'page'])
  const { name, logo_url: logo } = usePageBrand()
  return (
    <>
      <title>{`${t(`page:status.${status}.title`)} · ${name}`}</title>
      <meta name="robots" content="noindex" />
      <header className="ly-status-header">
        <a href="/">
          {logo && <img src={logo} alt="" width="36" height="36" />}
          <span>{name}</span>
        </a>
      </header>
      <main className="ly-status">
        <p className="ly-status-code" aria-hidden="true">
          {status === 'offline' ? '…' : status}
        </p>
        <h1>{t(`page:status.${status}.title`)}</h1>
        <p>{t(`page:status.${status}.text`)}</p>
        {status === 'offline' && <Queue />}
        <p className="ly-status-actions">
          <a className="ly-status-button" href={status === 'offline' ? '' : '/'}>
            {status === 'offline' ? t('page:status.again') : t('page:status.home')}
          </a>
        </p>
      </main>
    </>
  )
}

/** Counts of what waits for the connection. The service worker fills in the numbers and shows the lines. */
function Queue() {
  const { t } = useTranslation(['ui', 'page'])
  return (
    <ul className="ly-status-queue">
      <li hidden data-queued="progress">
        {t('page:status.offline.progress', { queued: queuedCount })}
      </li>
      <li hidden data-queued="uploads">
        {t('page:status.offline.uploads', { queued: queuedCount })}
      </li>
    </ul>
  )
}
