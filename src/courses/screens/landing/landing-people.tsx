import { ResponsiveImage } from '#ui/components/responsive-image.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { LandingCourse } from './load-landing.ts'

/** The course's teacher. */
export function Teacher({ course }: { course: LandingCourse }) {
  const { t } = useTranslation('courses')
  const { course_teacher, tutor_description } = course
  const image = course.tutor_img_url ?? course_teacher?.avatar_url
  if (!course_teacher && !tutor_description) return null
  return (
    <section aria-labelledby="teacher">
      <h2 id="teacher">{t('landing.teacher')}</h2>
      <div className="p-landing-person">
        {image && <ResponsiveImage src={image} alt="" width={72} height={72} sizes="72px" loading="lazy" />}
        <div>
          {course_teacher && <p className="p-landing-name">{course_teacher.name}</p>}
          {tutor_description && <p className="p-landing-lines">{tutor_description}</p>}
        </div>
      </div>
    </section>
  )
}

/** Testimonials chosen by the school. Without stars, which only reviews of students give. */
export function Reviews({ course }: { course: LandingCourse }) {
  const { t } = useTranslation('courses')
  if (course.course_reviews.length === 0) return null
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews">{t('landing.reviews')}</h2>
      <ul className="p-landing-reviews">
        {course.course_reviews.map(({ name, review }) => (
          <li key={`${name} ${review}`}>
            {review && <p className="p-landing-lines">{review}</p>}
            <p className="p-landing-name">{name}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
