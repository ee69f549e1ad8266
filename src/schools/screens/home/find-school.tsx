import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { GeneratedCover } from '#ui/public/generated-cover.tsx'
import { useFrame, usePageBrand } from '#tenancy/client/frame.tsx'
import { apiOf, pageRequestContext } from '#tenancy/client/page-request-context.ts'
import { throwNotFound } from '#platform/client/api/not-found.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { ResponsiveImage } from '#ui/components/responsive-image.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { EmptyMessage, LinkButton, SearchField } from '#ui/public/pieces.tsx'
import { PublicPage } from '#ui/public/public-page.tsx'
import * as contract from '../../contract.ts'
import { ForgottenAddress } from './forgotten-address.tsx'
import { PageMeta } from './page-meta.tsx'
import './public-screens.css'

export const handle: ScreenHandle = { query: ['searchQuery', 'cursor'] }

export async function loader({ context, request }: LoaderFunctionArgs<RouterContextProvider>) {
  if (context.get(pageRequestContext).frame.host.kind !== 'root') throwNotFound()
  const query = new URL(request.url).searchParams
  const words = query.get('searchQuery')?.trim().slice(0, 100) ?? ''
  const cursor = query.get('cursor')
  const found = await apiOf(context)(contract.searchSchools, {
    limit: 24,
    ...(words && { searchQuery: words }),
    ...(cursor && { cursor }),
  })
  return { words, found, first: !cursor }
}

type FoundSchool = ApiReply<typeof contract.searchSchools>['data'][number]
type Data = Awaited<ReturnType<typeof loader>>

export default function FindSchool({ loaderData }: { loaderData: Data }) {
  const { t } = useTranslation('schools')
  const { name: brand } = usePageBrand()
  const { words, found, first } = loaderData
  const next = new URLSearchParams({
    ...(words && { searchQuery: words }),
    ...(found.next_cursor && { cursor: found.next_cursor }),
  })
  return (
    <PublicPage>
      <PageMeta
        title={`${t('find.title')} · ${brand}`}
        description={t('find.text')}
        path="/find-school"
        hidden={words !== '' || !first}
      />
      <div className="p-width s-results-head">
        <h1>{t('find.title')}</h1>
        <p className="s-lead">{t('find.text')}</p>
        <SearchField
          action="/find-school"
          name="searchQuery"
          label={t('find.label')}
          button={t('find.button')}
          {...(words && { value: words })}
        />
      </div>
      {first && !words && <ForgottenAddress />}
      <section className="p-section p-width" aria-labelledby="found">
        {found.data.length === 0 ? (
          <Nothing words={words} />
        ) : (
          <>
            <h2 id="found" className="s-found-title">
              {words ? t('find.results', { words }) : t('find.newest', { brand })}
            </h2>
            <ul className="p-cards">
              {found.data.map((school) => (
                <li key={school.school_id}>
                  <SchoolCard school={school} />
                </li>
              ))}
            </ul>
          </>
        )}
        {found.next_cursor && (
          <p className="s-next">
            <LinkButton href={`/find-school?${next}`} quiet>
              {t('find.more')}
            </LinkButton>
          </p>
        )}
      </section>
    </PublicPage>
  )
}

function Nothing({ words }: { words: string }) {
  const { t } = useTranslation('schools')
  const { allows_school_creation } = useFrame().brand
  return (
    <div id="found">
      <EmptyMessage
        title={words ? t('find.none', { words }) : t('find.empty')}
        text={words ? t('find.noneText') : t('find.emptyText')}
        {...(allows_school_creation && {
          action: <LinkButton href="/create-school">{t('product.open')}</LinkButton>,
        })}
      />
    </div>
  )
}

function SchoolCard({ school }: { school: FoundSchool }) {
  const { name, tagline, url, logo_url, preview_url } = school
  return (
    <article className="p-card s-school">
      <div className="p-card-picture">
        {preview_url ? (
          <ResponsiveImage
            src={preview_url}
            alt=""
            width={640}
            height={360}
            sizes="(min-width: 40em) 20rem, 100vw"
            loading="lazy"
          />
        ) : (
          <GeneratedCover text={name} />
        )}
      </div>
      <div className="p-card-body s-school-body">
        {logo_url ? (
          <img src={logo_url} alt="" className="s-school-logo" width="56" height="56" loading="lazy" />
        ) : (
          <span className="s-school-logo s-letter" aria-hidden="true">
            {name.slice(0, 1)}
          </span>
        )}
        <div>
          <h3>
            <a href={url}>{name}</a>
          </h3>
          {tagline && <p>{tagline}</p>}
          <p className="s-host">{url.replace(/^https?:\/\//, '')}</p>
        </div>
      </div>
    </article>
  )
}
