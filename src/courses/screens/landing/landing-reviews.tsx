import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Stars } from '#ui/public/stars.tsx'
import type { LandingCourse } from './load-landing.ts'

/** Average rating in one line; renders nothing without ratings. */
export function RatingLine({ course }: { course: Pick<LandingCourse, 'rating_average' | 'rating_count'> }) {
  const { t } = useTranslation('courses')
  const { rating_average, rating_count } = course
  if (rating_average === null) return null
  return (
    <p className="p-landing-rating">
      <Stars rating={rating_average} label={t('landing.rating', { rating: rating_average })} />{' '}
      <strong>{rating_average}</strong>{' '}
      <a href="#student-reviews">{t('landing.reviewsCount', { count: rating_count })}</a>
    </p>
  )
}
