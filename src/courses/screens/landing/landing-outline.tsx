import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Badge, Disclosure } from '#ui/public/pieces.tsx'
import { ContentIcon, LockIcon } from './public-icons.tsx'
import { formatDuration } from '../format-duration.ts'
import type { LandingCourse } from './load-landing.ts'

type Lesson = LandingCourse['lessons'][number]

/** Every lesson, with the titles of its contents if the course shows them. */
export function LandingOutline({ course }: { course: LandingCourse }) {
  const { t } = useTranslation('courses')
  if (course.lessons.length === 0) return null
  return (
    <section aria-labelledby="outline">
      <h2 id="outline">{t('landing.outline')}</h2>
      {course.lessons.map((lesson, index) => (
        <Disclosure key={lesson.id} summary={<LessonLine lesson={lesson} />} open={index === 0}>
          {lesson.contents.length > 0 ? (
            <ul className="p-landing-contents">
              {lesson.contents.map((content) => (
                <ContentLine key={content.id} course_id={course.id} content={content} />
              ))}
            </ul>
          ) : (
            <p className="p-landing-quiet">
              {t(lesson.contents_count === 0 ? 'landing.emptyLesson' : 'landing.titlesHidden')}
            </p>
          )}
        </Disclosure>
      ))}
    </section>
  )
}

function LessonLine({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation('courses')
  return (
    <>
      <span className="p-landing-lesson">{lesson.title}</span>
      <span className="p-landing-count">{t('topics', { count: lesson.contents_count })}</span>
    </>
  )
}

interface ContentLineProps {
  course_id: string
  content: Lesson['contents'][number]
}

function ContentLine({ course_id, content }: ContentLineProps) {
  const { t } = useTranslation('courses')
  return (
    <li>
      <ContentIcon type={content.type} />
      <span className="p-hidden">{t(`types.${content.type}`)}</span>
      <span className="p-landing-title">
        {content.is_free_preview ? (
          <a href={`/free-lesson/${course_id}/${content.id}`}>{content.title}</a>
        ) : (
          content.title
        )}
      </span>
      {content.is_free_preview && <Badge tone="success">{t('landing.freePreview')}</Badge>}
      {content.duration_seconds ? <span>{formatDuration(content.duration_seconds)}</span> : null}
      {content.is_locked && (
        <span>
          <LockIcon />
          <span className="p-hidden">{t('locked')}</span>
        </span>
      )}
    </li>
  )
}
