import { useTranslation } from 'react-i18next'
import { useSchool } from '#platform/client/page/frame.tsx'
import { formatTime } from '#ui/components/formatting/format-time.ts'
import type { LandingCourse, LandingReviews } from './load-landing.ts'

/** The average of a course's students, in one line; nothing while nobody has rated it. */
export function RatingLine({ course }: { course: Pick<LandingCourse, 'rating_average' | 'rating_count'> }) {
  const { t } = useTranslation('courses')
  const { rating_average, rating_count } = course
  if (rating_average === null) return null
  return (
    <p className="p-landing-rating">
      <Star rating={rating_average} /> <strong>{rating_average}</strong>{' '}
      <a href="#student-reviews">{t('landing.reviewsCount', { count: rating_count })}</a>
    </p>
  )
}

function Star({ rating }: { rating: number }) {
  const { t } = useTranslation('courses')
  const full = Math.round(rating)
  return (
    <>
      <span className="p-landing-stars" aria-hidden="true">
        {'★'.repeat(full) + '☆'.repeat(5 - full)}
      </span>
      <span className="p-hidden">{t('landing.rating', { rating })}</span>
    </>
  )
}

/** What students of the course say of it, the latest first, with the answers of its staff. */
export function StudentReviews({ course, reviews }: { course: LandingCourse; reviews: LandingReviews }) {
  const { t, i18n } = useTranslation('courses')
  const { time_zone } = useSchool()
  if (reviews.data.length === 0) return null
  const date = (at: string) =>
    formatTime(new Date(at), { style: 'date', language: i18n.language, zone: time_zone })
  return (
    <section id="student-reviews" aria-labelledby="student-reviews-title">
      <h2 id="student-reviews-title">{t('landing.studentReviews')}</h2>
      <ul className="p-landing-reviews">
        {reviews.data.map((review) => (
          <li key={`${review.name} ${review.created_at}`}>
            <p>
              <Star rating={review.rating} />
            </p>
            {review.review && <p className="p-landing-lines">{review.review}</p>}
            <p className="p-landing-name">
              {review.name} <small className="p-landing-quiet">{date(review.created_at)}</small>
            </p>
            {review.answer && (
              <blockquote className="p-landing-answer">
                <p className="p-landing-name">{t('landing.answer')}</p>
                <p className="p-landing-lines">{review.answer}</p>
              </blockquote>
            )}
          </li>
        ))}
      </ul>
      {reviews.next_cursor && (
        <p>
          <a href={`/?selected_course_id=${course.id}&reviews=${reviews.next_cursor}#student-reviews`}>
            {t('landing.moreReviews')}
          </a>
        </p>
      )}
    </section>
  )
}
