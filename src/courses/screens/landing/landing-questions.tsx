import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Disclosure } from '#ui/public/pieces.tsx'
import { questionsJsonLd } from './course-json-ld.ts'
import type { LandingCourse } from './load-landing.ts'

/** Questions and answers of the course, also for search engines. */
export function Questions({ questions }: { questions: LandingCourse['course_questions'] }) {
  const { t } = useTranslation('courses')
  if (questions.length === 0) return null
  return (
    <section aria-labelledby="questions">
      <h2 id="questions">{t('landing.questions')}</h2>
      {questions.map(({ question, answer }, index) => (
        // Two questions may have the same words; a question has no id.
        // oxlint-disable-next-line react/no-array-index-key
        <Disclosure key={index} summary={question}>
          <p className="p-landing-lines">{answer}</p>
        </Disclosure>
      ))}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: questionsJsonLd(questions) }} />
    </section>
  )
}
