import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useFrame, useSchool } from '#tenancy/client/frame.tsx'
import { apiOf, pageRequestContext } from '#tenancy/client/page-request-context.ts'
import { throwNotFound, replyOrNotFound } from '#platform/client/api/not-found.ts'
import { formatTime } from '#ui/components/formatting/format-time.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Article } from '#ui/public/pieces.tsx'
import { PublicPage } from '#ui/public/public-page.tsx'
import * as contract from '../contract.ts'
import './legal-page.css'

type Kind = 'terms' | 'privacy'
export type LegalDocument = ApiReply<typeof contract.getLegalDocument>

/** Loads the current text, or the version that the address names. */
export const legalPageLoader =
  (kind: Kind) =>
  ({ context, request }: LoaderFunctionArgs<RouterContextProvider>): Promise<LegalDocument> => {
    if (context.get(pageRequestContext).frame.host.kind !== 'school') throwNotFound()
    const requestedVersion = new URL(request.url).searchParams.get('version')
    if (requestedVersion !== null && !/^[1-9]\d{0,5}$/.test(requestedVersion)) throwNotFound()
    const version = requestedVersion === null ? {} : { version: Number(requestedVersion) }
    return replyOrNotFound(apiOf(context)(contract.getLegalDocument, { kind, ...version }))
  }

/** Public page of a legal text. */
export function LegalPage({ text }: { text: LegalDocument }) {
  const { t } = useTranslation('legal')
  const { name: school, origin } = useSchool()
  const dateOf = useDates()
  const { kind, body, url, is_current, published_at, versions } = text
  const date = dateOf(published_at)
  return (
    <PublicPage>
      <title>{`${t(`kinds.${kind}`)} · ${school}`}</title>
      <meta name="description" content={t(`page.description_${kind}`, { school })} />
      <link rel="canonical" href={`${origin}/${kind}`} />
      <meta name="robots" content={is_current ? 'index, follow' : 'noindex, follow'} />
      <article className="p-width l-page">
        <h1>{t(`kinds.${kind}`)}</h1>
        {is_current ? (
          <p className="l-date">
            {t('page.since')} <time dateTime={String(published_at)}>{date}</time>
          </p>
        ) : (
          <p className="l-old" role="note">
            {t('page.older', { date })} <a href={`/${kind}`}>{t('page.current')}</a>
          </p>
        )}
        {url === null ? (
          <Article html={body} />
        ) : (
          <p>
            {t('page.elsewhere', { school })} <a href={url}>{url}</a>
          </p>
        )}
        {versions.length > 1 && <Versions text={text} />}
      </article>
    </PublicPage>
  )
}

function Versions({ text: { kind, version, versions } }: { text: LegalDocument }) {
  const { t } = useTranslation('legal')
  const dateOf = useDates()
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">{t('page.versions')}</h2>
      <ul>
        {versions.map((one, index) => (
          <li key={one.version}>
            <a
              href={index === 0 ? `/${kind}` : `/${kind}?version=${one.version}`}
              aria-current={one.version === version ? 'page' : undefined}
            >
              {t('page.version', { date: dateOf(one.published_at) })}
            </a>
            {index === 0 && ` (${t('page.inForce')})`}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** In the school's time zone: the page is the same for everybody. */
function useDates() {
  const { locale } = useFrame()
  const { time_zone } = useSchool()
  return (at: string | Date) => formatTime(new Date(at), { style: 'date', language: locale, zone: time_zone })
}
