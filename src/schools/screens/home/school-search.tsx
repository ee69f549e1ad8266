import { useSchool } from '#tenancy/client/frame.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { CategorySection } from '#ui/public/category-section.tsx'
import { EmptyMessage, LinkButton, SearchField } from '#ui/public/pieces.tsx'
import { CatalogueCard } from './catalogue-card.tsx'
import { PageMeta } from './page-meta.tsx'
import { FacultyLinks } from './faculty-links.tsx'
import type { Category, HomeView } from './home-view.ts'

interface Props {
  view: Exclude<HomeView, { kind: 'all' }>
  categories: Category[]
  faculties: Category[]
}

const pathOf = (kind: 'category' | 'faculty', slug: string) => `/?${kind}=${encodeURIComponent(slug)}`

/** One category or faculty page by page, or search results. */
export function SchoolSearch({ view, categories, faculties }: Props) {
  const { t } = useTranslation('schools')
  const { name } = useSchool()
  const title = view.kind === 'results' ? t('home.results', { words: view.words }) : view.part.name
  const path = view.kind === 'results' ? '/' : pathOf(view.kind, view.part.slug)
  const words = view.kind === 'results' ? view.words : undefined
  return (
    <div className="s-catalogue">
      <PageMeta
        title={`${title} · ${name}`}
        description={t('home.description', { school: name })}
        path={path}
        hidden={view.kind === 'results' || !view.first}
      />
      <div className="p-width s-results-head">
        <h1>{title}</h1>
        <SearchField
          action="/"
          name="searchQuery"
          label={t('home.search')}
          button={t('home.searchButton')}
          {...(words && { value: words })}
        />
        <nav aria-label={t('home.courses')} className="s-categories">
          <a href="/#courses">{t('home.allCourses')}</a>
          {categories.map(({ id, slug, name: label }) => (
            <a
              key={id}
              href={pathOf('category', slug)}
              aria-current={view.kind === 'category' && view.part.id === id ? 'page' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
        <FacultyLinks faculties={faculties} current={view.kind === 'faculty' ? view.part.id : null} />
      </div>
      <Found view={view} />
    </div>
  )
}

function Found({ view }: Pick<Props, 'view'>) {
  const { t } = useTranslation('schools')
  if (view.courses.length === 0)
    return (
      <div className="p-section p-width">
        <EmptyMessage
          title={view.kind === 'results' ? t('home.noResults', { words: view.words }) : t('home.empty')}
          text={view.kind === 'results' ? t('home.noResultsText') : undefined}
          action={<LinkButton href="/#courses">{t('home.allCourses')}</LinkButton>}
        />
      </div>
    )
  const currentUrl =
    view.kind === 'results'
      ? `/?searchQuery=${encodeURIComponent(view.words)}`
      : pathOf(view.kind, view.part.slug)
  const next = view.next_cursor && `${currentUrl}&cursor=${encodeURIComponent(view.next_cursor)}`
  return (
    <>
      <CategorySection id="results" title={t('home.courses')}>
        {view.courses.map((course, index) => (
          <CatalogueCard key={course.id} course={course} eager={index < 3} />
        ))}
      </CategorySection>
      {next && (
        <p className="p-width s-next">
          <LinkButton href={next} quiet>
            {t('home.more')}
          </LinkButton>
        </p>
      )}
    </>
  )
}
