import type { ReactNode } from 'react'
import { imageAtWidth } from '#lib/responsive-images/responsive-images.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import { ResponsiveImage } from '#ui/components/responsive-image.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { CategorySection } from '#ui/public/category-section.tsx'
import { Article, Badge } from '#ui/public/pieces.tsx'
import { PublicPage } from '#ui/public/public-page.tsx'
import { CourseTile } from './course-tile.tsx'
import { JoinCourse } from './join-course.tsx'
import { HowToJoin, JoinBar } from './landing-joining.tsx'
import { LandingFacts, LandingPrice } from './landing-facts.tsx'
import { LandingHead } from './landing-head.tsx'
import { LandingOutline } from './landing-outline.tsx'
import { Reviews, Teacher } from './landing-people.tsx'
import { imageOf } from './course-json-ld.ts'
import { Questions } from './landing-questions.tsx'
import { RatingLine } from './landing-reviews.tsx'
import type { LandingCourse } from './load-landing.ts'
import type { Sale } from './sale.ts'
import './course-landing.css'

interface Props {
  course: LandingCourse
  /** How it is sold online; null for a free course, and where people ask to join. */
  sale: Sale | null
  /** Sections of other domains. */
  children: ReactNode
}

/** Landing page of a course: description, audience, outline, price, and how to join. */
export function CourseLanding({ course, sale, children }: Props) {
  const { t } = useTranslation('courses')
  return (
    <PublicPage links={[{ href: '/', label: t('landing.allCourses') }]}>
      <LandingHead course={course} />
      <div className="p-landing p-width">
        <header className="p-landing-top">
          <p className="p-landing-badges">
            {course.category && (
              <a href={`/#${encodeURIComponent(course.category.slug)}`}>{course.category.name}</a>
            )}
            {course.is_coming_soon && <Badge tone="accent">{t('comingSoon')}</Badge>}
          </p>
          <h1>{course.course_name}</h1>
          {course.short_description && <p className="p-hero-text">{course.short_description}</p>}
          <RatingLine course={course} />
          {course.course_teacher && (
            <p className="p-landing-by">{t('landing.by', { name: course.course_teacher.name })}</p>
          )}
        </header>
        <JoinCard course={course} sale={sale} />
        <div className="p-landing-body">
          <About course={course} />
          <LandingOutline course={course} />
          <Teacher course={course} />
          <Booking course={course} />
          <Reviews course={course} />
          {children}
          <Questions questions={course.course_questions} />
        </div>
      </div>
      <Related course={course} />
      <JoinBar course={course} sale={sale} />
    </PublicPage>
  )
}

/** Price, button, and what follows. */
function JoinCard({ course, sale }: Pick<Props, 'course' | 'sale'>) {
  const { t } = useTranslation('courses')
  return (
    <aside
      className="p-landing-card"
      id="join"
      aria-label={t(sale ? 'landing.buyTitle' : 'landing.joinTitle')}
    >
      <CardImage course={course} />
      <div>
        <LandingPrice course={course} sale={sale} />
        <JoinCourse course={course} sale={sale} />
        <HowToJoin course={course} sale={sale} />
        <LandingFacts course={course} />
      </div>
    </aside>
  )
}

/** The preview video, or else the image of the course. */
function CardImage({ course }: { course: LandingCourse }) {
  const image = imageOf(course)
  if (course.course_ads_video) return <PreviewVideo course={course} image={image} />
  return image && <CourseImage src={image} />
}

const CourseImage = ({ src }: { src: string }) => (
  <ResponsiveImage
    src={src}
    alt=""
    width={640}
    height={360}
    sizes="(min-width: 60em) 22rem, 100vw"
    fetchPriority="high"
  />
)

function PreviewVideo({ course, image }: { course: LandingCourse; image: string | null }) {
  const { t } = useTranslation('courses')
  const { course_ads_video: address } = course
  const title = t('landing.video', { name: course.course_name })
  return (
    <div className="p-landing-video">
      {address.startsWith('/media/public/') ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- trailers have no captions
        <video
          src={address}
          controls
          // With a poster, nothing of the video loads before it is played.
          {...(image ? { poster: imageAtWidth(image, 960), preload: 'none' } : { preload: 'metadata' })}
          playsInline
          aria-label={title}
        />
      ) : (
        // Nothing of another site loads before the click.
        <a href={address} className="p-landing-play" data-frame={title} target="_blank" rel="noopener">
          {image && <CourseImage src={image} />}
          <span>▶ {t('landing.play')}</span>
        </a>
      )}
    </div>
  )
}

function About({ course }: { course: LandingCourse }) {
  const { t } = useTranslation('courses')
  return (
    <>
      {course.course_description && (
        <section aria-labelledby="about">
          <h2 id="about">{t('landing.about')}</h2>
          <Article html={course.course_description} />
        </section>
      )}
      {course.course_requirements.length > 0 && (
        <section aria-labelledby="requirements">
          <h2 id="requirements">{t('landing.requirements')}</h2>
          <ul className="p-landing-list">
            {course.course_requirements.map((requirement) => (
              <li key={requirement}>{requirement}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Booking({ course }: { course: LandingCourse }) {
  const { t } = useTranslation('courses')
  if (!course.course_calendly_link) return null
  return (
    <section aria-labelledby="booking">
      <h2 id="booking">{t('landing.bookingTitle')}</h2>
      <p>{t('landing.bookingText')}</p>
      <p>
        <a
          href={course.course_calendly_link}
          className="p-button p-button-quiet"
          data-frame={t('landing.bookingTitle')}
          target="_blank"
          rel="noopener"
        >
          {t('landing.book')}
        </a>
      </p>
    </section>
  )
}

function Related({ course }: { course: LandingCourse }) {
  const { t } = useTranslation('courses')
  const { currency_code } = useSchool()
  if (course.related_courses.length === 0) return null
  return (
    <CategorySection id="related" title={t('landing.related')}>
      {course.related_courses.map((related) => (
        <CourseTile key={related.id} course={related} currency={currency_code} />
      ))}
    </CategorySection>
  )
}
