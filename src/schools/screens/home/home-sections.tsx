import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Disclosure } from '#ui/public/pieces.tsx'
import { Stars } from '#ui/public/stars.tsx'
import { initialOf } from './initial-of.ts'
import type { HighlightedReview, Profile, Teacher } from './home-view.ts'

/** The teachers of the listed courses. */
export function Teachers({ teachers }: { teachers: readonly Teacher[] }) {
  const { t } = useTranslation('schools')
  if (teachers.length === 0) return null
  return (
    <section id="teachers" className="p-section s-band" aria-labelledby="teachers-title">
      <div className="p-width">
        <h2 id="teachers-title" className="s-section-title">
          {t('home.teachers')}
        </h2>
        <ul className="s-teachers">
          {teachers.map((teacher) => (
            <li key={teacher.id}>
              <Portrait teacher={teacher} />
              <div>
                <h3>{teacher.name}</h3>
                <p className="s-quiet">{t('home.courseCount', { count: teacher.courses_count })}</p>
                {teacher.bio && <p className="s-bio">{teacher.bio}</p>}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Portrait({ teacher: { name, avatar_url } }: { teacher: Teacher }) {
  if (avatar_url)
    return <img src={avatar_url} alt="" width="72" height="72" loading="lazy" className="s-portrait" />
  return (
    <span className="s-portrait s-initial" aria-hidden="true">
      {initialOf(name)}
    </span>
  )
}

/** What students say, with the course that they say it of. */
export function Reviews({ reviews }: { reviews: readonly HighlightedReview[] }) {
  const { t } = useTranslation('schools')
  if (reviews.length === 0) return null
  return (
    <section id="reviews" className="p-section" aria-labelledby="reviews-title">
      <div className="p-width">
        <h2 id="reviews-title" className="s-section-title">
          {t('home.reviews')}
        </h2>
        <ul className="s-voices">
          {reviews.map(({ name, rating, review, course_id, course_name }) => (
            <li key={`${course_id} ${name} ${review}`}>
              <figure>
                <p>
                  <Stars rating={rating} label={t('home.reviewStars', { rating })} />
                </p>
                <blockquote>{review}</blockquote>
                <figcaption>
                  <strong>{name}</strong> <a href={`/?selected_course_id=${course_id}`}>{course_name}</a>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** The school's answers to what visitors ask. */
export function Questions({ questions }: { questions: Profile['home_questions'] }) {
  const { t } = useTranslation('schools')
  if (questions.length === 0) return null
  return (
    <section id="questions" className="p-section" aria-labelledby="questions-title">
      <div className="p-width s-questions">
        <h2 id="questions-title" className="s-section-title">
          {t('home.questions')}
        </h2>
        <div>
          {questions.map(({ question, answer }) => (
            <Disclosure key={question} summary={question}>
              <p className="s-answer">{answer}</p>
            </Disclosure>
          ))}
        </div>
      </div>
    </section>
  )
}
