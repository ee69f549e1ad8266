import type { ApiReply } from '#platform/client/api/client.ts'
import { SalePrice } from '#ui/components/formatting/sale-price.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { CourseCard } from '#ui/public/course-card.tsx'
import { Badge } from '#ui/public/pieces.tsx'
import { useStartDate } from '#ui/public/start-date.tsx'
import type { listPublicCourses } from '../../contract.ts'

export type ListedCourse = ApiReply<typeof listPublicCourses>['data'][number]

interface Props {
  course: ListedCourse
  /** ISO 4217. */
  currency: string
  /** True for the first cards of a page. */
  eager?: boolean
}

/** A course card of the public pages. */
export function CourseTile({ course, currency, eager = false }: Props) {
  const { t } = useTranslation('courses')
  const starts = useStartDate(course.course_start_date)
  const { image_url, contents_count, course_teacher_name, rating_average, rating_count } = course
  return (
    <CourseCard
      href={`/?selected_course_id=${course.id}`}
      title={course.course_name}
      text={course.short_description}
      image={image_url ? { src: image_url, width: 640, height: 360 } : null}
      badge={course.is_coming_soon && <Badge tone="accent">{t('comingSoon')}</Badge>}
      facts={[
        ...(rating_average === null
          ? []
          : [
              <span key="rating">
                <span aria-hidden="true">★ {rating_average}</span>
                <span className="p-hidden">
                  {t('landing.rating', { rating: rating_average })},{' '}
                  {t('landing.reviewsCount', { count: rating_count })}
                </span>
              </span>,
            ]),
        ...(starts
          ? [
              <span key="start" data-until={course.course_start_date!}>
                {t('startsOn', { date: starts })}
              </span>,
            ]
          : []),
        ...(contents_count > 0 ? [t('topics', { count: contents_count })] : []),
        ...(course_teacher_name ? [course_teacher_name] : []),
      ]}
      price={<SalePrice {...course} currency={currency} free={t('free')} />}
      eager={eager}
    />
  )
}
