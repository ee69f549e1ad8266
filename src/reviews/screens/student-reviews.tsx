import { useSchool } from '#tenancy/client/frame.tsx'
import { formatTime } from '#ui/components/formatting/format-time.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Stars } from '#ui/public/stars.tsx'
import type { CourseReviews } from './load-reviews.ts'

/** Reviews of the course with replies of its staff, newest first. */
export function StudentReviews({ course_id, reviews }: { course_id: string; reviews: CourseReviews }) {
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
              <Stars rating={review.rating} label={t('landing.rating', { rating: review.rating })} />
            </p>
            {review.review && <p className="p-landing-lines">{review.review}</p>}
            <p className="p-landing-name">
              {review.name} <small className="p-landing-quiet">{date(review.created_at)}</small>
            </p>
            {review.reply && (
              <blockquote className="p-landing-answer">
                <p className="p-landing-name">{t('landing.answer')}</p>
                <p className="p-landing-lines">{review.reply}</p>
              </blockquote>
            )}
          </li>
        ))}
      </ul>
      {reviews.next_cursor && (
        <p>
          <a href={`/?selected_course_id=${course_id}&reviews=${reviews.next_cursor}#student-reviews`}>
            {t('landing.moreReviews')}
          </a>
        </p>
      )}
    </section>
  )
}
