import type { ReactNode } from 'react'
import { useSchool } from '#tenancy/client/frame.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Hero } from '#ui/public/hero.tsx'
import { Article, EmptyMessage, LinkButton, SearchField } from '#ui/public/pieces.tsx'
import { PublicPage } from '#ui/public/public-page.tsx'
import { CategorySection } from '#ui/public/category-section.tsx'
import { CatalogueCard } from './catalogue-card.tsx'
import { HomeMeta } from './home-meta.tsx'
import { htmlToPlainText } from './page-meta.tsx'
import { FacultyLinks } from './faculty-links.tsx'
import type { Category, Course, Home, Profile, Section } from './home-view.ts'
import { Questions, Reviews, Teachers } from './home-sections.tsx'
import { SchoolSearch } from './school-search.tsx'
import './public-screens.css'

/** Home page of a school: introduction, courses by category, sections of other domains, description. */
export function SchoolHome({
  profile,
  categories,
  faculties,
  view,
  children,
}: Home & { children?: ReactNode }) {
  const { t } = useTranslation('schools')
  const teachers = view.kind === 'all' ? view.teachers : []
  const links = [
    { href: '/#courses', label: t('home.courses') },
    ...(teachers.length > 0 ? [{ href: '/#teachers', label: t('home.teachers') }] : []),
    ...(profile.about ? [{ href: '/#about', label: t('home.about') }] : []),
  ]
  return (
    <PublicPage links={links}>
      {view.kind === 'all' ? (
        <>
          <HomeMeta profile={profile} />
          <Welcome profile={profile} courses={allCourses(view)} faculties={faculties} />
          <Catalogue
            sections={view.sections}
            other={view.other}
            faculties={faculties}
            onTop={profile.cover_url === null || profile.home_layout === 'catalogue'}
            hasSearch={profile.home_layout !== 'catalogue'}
          />
          {children}
          <Teachers teachers={teachers} />
          <Reviews reviews={view.reviews} />
          <Questions questions={profile.home_questions} />
          <About profile={profile} />
        </>
      ) : (
        <SchoolSearch view={view} categories={categories} faculties={faculties} />
      )}
    </PublicPage>
  )
}

interface WelcomeProps {
  profile: Profile
  courses: readonly Course[]
  faculties: Category[]
}

function Welcome({ profile, courses, faculties }: WelcomeProps) {
  const { t } = useTranslation('schools')
  const { name, tagline, about, cover_url, home_layout, allow_student_registration } = profile
  const text = htmlToPlainText(about)
  const actions = (
    <>
      {allow_student_registration && (
        <LinkButton href="/register" large dataFor="visitor">
          {t('home.register')}
        </LinkButton>
      )}
      <LinkButton href="/dashboard" large dataFor="student">
        {t('home.continue')}
      </LinkButton>
      <LinkButton href="/manage" large dataFor="staff">
        {t('home.manage')}
      </LinkButton>
      {home_layout !== 'catalogue' && (
        <LinkButton href="#courses" large quiet>
          {t('home.seeCourses')}
        </LinkButton>
      )}
    </>
  )
  return (
    <Hero
      eyebrow={tagline ? name : undefined}
      title={tagline || name}
      text={beginningOf(text)}
      actions={actions}
      facts={useSchoolFacts(profile, courses)}
      pattern={name}
      image={cover_url ? { src: cover_url, width: 1600, height: 800 } : null}
      layout={home_layout}
    >
      {home_layout === 'catalogue' && <CatalogueSearch faculties={faculties} />}
    </Hero>
  )
}

interface CatalogueProps {
  sections: Section[]
  faculties: Category[]
  other: Course[]
  /** True if nothing larger is above, so the first images load eagerly. */
  onTop: boolean
  hasSearch: boolean
}

/** Beginning of a text that fits under a headline: whole sentences if possible. */
function beginningOf(text: string, maxLength = 180) {
  if (text.length <= maxLength) return text
  const sentence = text.slice(0, maxLength).lastIndexOf('. ')
  if (sentence > maxLength / 3) return text.slice(0, sentence + 1)
  return `${text.slice(0, text.lastIndexOf(' ', maxLength))}…`
}

function Catalogue({ sections, other, faculties, onTop, hasSearch }: CatalogueProps) {
  const { t } = useTranslation('schools')
  const school = useSchool()
  if (sections.length === 0 && other.length === 0)
    return (
      <section className="p-section p-width" id="courses">
        <EmptyMessage
          title={t('home.empty')}
          text={t('home.emptyText', { school: school.name })}
          action={
            <LinkButton href="/manage/courses/new" dataFor="staff">
              {t('home.emptyForStaff')}
            </LinkButton>
          }
        />
      </section>
    )
  return (
    <div id="courses" className="s-catalogue">
      {hasSearch && (
        <div className="p-width s-search">
          <CatalogueSearch faculties={faculties} />
        </div>
      )}
      {isSmall(sections, other) ? (
        <SmallCatalogue sections={sections} other={other} onTop={onTop} />
      ) : (
        <CategorySections sections={sections} other={other} onTop={onTop} />
      )}
    </div>
  )
}

function CatalogueSearch({ faculties }: { faculties: Category[] }) {
  const { t } = useTranslation('schools')
  return (
    <>
      <SearchField action="/" name="searchQuery" label={t('home.search')} button={t('home.searchButton')} />
      <FacultyLinks faculties={faculties} />
    </>
  )
}

/** Courses of a catalogue that needs no section for each category. */
const smallCatalogue = 12

const isSmall = (sections: readonly Section[], other: readonly Course[]) =>
  sections.every(({ more }) => !more) &&
  sections.reduce((sum, { courses }) => sum + courses.length, other.length) <= smallCatalogue

type SectionsProps = Omit<CatalogueProps, 'faculties' | 'hasSearch'>

/** All courses in one grid, each with its category; the anchor of a category is its first course. */
function SmallCatalogue({ sections, other, onTop }: SectionsProps) {
  const { t } = useTranslation('schools')
  const named = sections.flatMap(({ category, courses }) =>
    courses.map((course, index) => ({
      course,
      category: sections.length > 1 ? category.name : undefined,
      anchor: index === 0 ? category.slug : undefined,
    })),
  )
  const unnamed = other.map((course, index) => ({
    course,
    category: undefined,
    anchor: index === 0 ? 'uncategorised' : undefined,
  }))
  return (
    <section className="p-section" aria-labelledby="catalogue-title">
      <div className="p-width">
        <div className="p-section-head">
          <h2 id="catalogue-title">{t('home.courses')}</h2>
        </div>
        <ul className="p-cards">
          {[...named, ...unnamed].map(({ course, category, anchor }, index) => (
            <li key={course.id} id={anchor}>
              <CatalogueCard course={course} category={category} eager={onTop && index < 3} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** One section for each category, below each other. */
function CategorySections({ sections, other, onTop }: SectionsProps) {
  const { t } = useTranslation('schools')
  return (
    <>
      {sections.map(({ category, courses, more }, section) => (
        <CategorySection
          key={category.id}
          id={category.slug}
          title={category.name}
          {...(more && {
            aside: (
              <a href={`/?category=${encodeURIComponent(category.slug)}`} className="s-more">
                {t('home.all', { category: category.name })}
              </a>
            ),
          })}
        >
          {courses.map((course, index) => (
            <CatalogueCard key={course.id} course={course} eager={onTop && section === 0 && index < 3} />
          ))}
        </CategorySection>
      ))}
      {other.length > 0 && (
        <CategorySection id="uncategorised" title={t(sections.length > 0 ? 'home.other' : 'home.courses')}>
          {other.map((course, index) => (
            <CatalogueCard
              key={course.id}
              course={course}
              eager={onTop && sections.length === 0 && index < 3}
            />
          ))}
        </CategorySection>
      )}
    </>
  )
}

const allCourses = (view: Extract<Home['view'], { kind: 'all' }>) => [
  ...view.sections.flatMap(({ courses }) => courses),
  ...view.other,
]

/** True figures that speak for the school: its age, students, courses, teachers, and the mean of the stars. */
function useSchoolFacts({ founded_year, student_count }: Profile, courses: readonly Course[]): string[] {
  const { t } = useTranslation('schools')
  const teachers = new Set(courses.map(({ course_teacher_name }) => course_teacher_name).filter(Boolean))
  const reviews = courses.reduce((sum, { rating_count }) => sum + rating_count, 0)
  const stars = courses.reduce(
    (sum, { rating_average, rating_count }) => sum + (rating_average ?? 0) * rating_count,
    0,
  )
  const average = formatNumber(stars / reviews, { maximumFractionDigits: 1 })
  return [
    ...(founded_year ? [t('home.since', { year: String(founded_year) })] : []),
    ...(student_count ? [t('home.studentCount', { count: student_count })] : []),
    ...(courses.length > 1 ? [t('home.courseCount', { count: courses.length })] : []),
    ...(teachers.size > 1 ? [t('home.teacherCount', { count: teachers.size })] : []),
    ...(reviews > 0 ? [t('home.stars', { average, count: reviews })] : []),
  ]
}

function About({ profile }: { profile: Profile }) {
  const { t } = useTranslation('schools')
  const { about, contact_email } = profile
  if (!about && !contact_email) return null
  return (
    <section id="about" className="p-section s-about" aria-labelledby="about-title">
      <div className="p-width">
        <h2 id="about-title">{t('home.about')}</h2>
        {about && <Article html={about} />}
        {contact_email && (
          <p className="s-contact">
            {t('home.contact')} <a href={`mailto:${contact_email}`}>{contact_email}</a>
          </p>
        )}
      </div>
    </section>
  )
}
