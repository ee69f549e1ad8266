import { useSchool } from '#tenancy/client/frame.tsx'
import { SalePrice } from '#ui/components/formatting/sale-price.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { CourseCard } from '#ui/public/course-card.tsx'
import { Badge } from '#ui/public/pieces.tsx'
import { useStartDate } from '#ui/public/start-date.tsx'
import type { Course } from './home-view.ts'

interface Props {
  course: Course
  /** True if visible at once: the image loads eagerly. */
  eager?: boolean
  category?: string | undefined
}

/** A course card of the public pages. */
export function CatalogueCard({ course, eager = false, category }: Props) {
  const { t } = useTranslation('schools')
  const { currency_code } = useSchool()
  const starts = useStartDate(course.course_start_date)
  const { id, course_name, short_description, image_url, is_coming_soon, contents_count } = course
  return (
    <CourseCard
      href={`/?selected_course_id=${id}`}
      title={course_name}
      category={category}
      text={short_description}
      image={image_url ? { src: image_url, width: 640, height: 360 } : null}
      badge={is_coming_soon ? <Badge tone="accent">{t('home.comingSoon')}</Badge> : undefined}
      facts={[
        ...(course.rating_average === null
          ? []
          : [
              <span key="rating">
                <span aria-hidden="true">★ {course.rating_average}</span>
                <span className="p-hidden">
                  {t('home.rating', { average: course.rating_average, count: course.rating_count })}
                </span>
              </span>,
            ]),
        ...(starts
          ? [
              <span key="start" data-until={course.course_start_date!}>
                {t('home.startsOn', { date: starts })}
              </span>,
            ]
          : []),
        ...(contents_count > 0 ? [t('home.topics', { count: contents_count })] : []),
        ...(course.course_teacher_name ? [course.course_teacher_name] : []),
      ]}
      price={<SalePrice {...course} currency={currency_code} free={t('home.free')} />}
      eager={eager}
    />
  )
}
