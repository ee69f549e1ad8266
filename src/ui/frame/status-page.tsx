import { useTranslation } from 'react-i18next'
import { useMasthead } from '#platform/client/frame.tsx'
import './status-page.css'

const told = [403, 404, 500, 503] as const
export type ToldStatus = (typeof told)[number]

export const statusOf = (status: number): ToldStatus =>
  told.find((known) => known === status) ?? (status < 500 ? 404 : 500)

/** A page of the server that says what happened and where to go, in the school's own colours. */
export function StatusPage({ status }: { status: ToldStatus | 'offline' }) {
  const { t } = useTranslation(['ui', 'page'])
  const { name, logo_url: logo } = useMasthead()
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
        <p className="ly-status-actions">
          <a
            className="ly-status-button"
            href={status === 500 || status === 503 || status === 'offline' ? '' : '/'}
          >
            {status === 403 || status === 404 ? t('page:status.home') : t('page:status.again')}
          </a>
        </p>
      </main>
    </>
  )
}
