import { data, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router'
import { replyOrNotFound, throwNotFound } from '#platform/client/api/not-found.ts'
import { isUuid } from '#lib/ids/is-uuid.ts'
import { apiOf, pageRequestContext } from '#tenancy/client/page-request-context.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Article, Badge, LinkButton } from '#ui/public/pieces.tsx'
import { PublicPage } from '#ui/public/public-page.tsx'
import { getFreePreview } from '../../contract.ts'
import { FreeLessonHead, type FreeLesson } from './free-lesson-head.tsx'
import { FreeLessonMedia } from './free-lesson-media.tsx'
import { expiresAt } from '#ui/public/expires-at.ts'
import './course-landing.css'
import './free-lesson.css'

export async function loader({ context, params }: LoaderFunctionArgs<RouterContextProvider>) {
  const { host } = context.get(pageRequestContext).frame
  const { course_id = '', content_id = '' } = params
  if (host.kind !== 'school' || !isUuid(course_id) || !isUuid(content_id)) throwNotFound()
  const lesson = await replyOrNotFound(apiOf(context)(getFreePreview, { course_id, content_id }))
  return data(lesson, { headers: expiresAt([lesson.course.course_end_date]) })
}

export { loaderHeaders as headers } from '#ui/public/expires-at.ts'

/** A lesson that everybody may read or watch without an account. */
export default function FreeLessonScreen({ loaderData: lesson }: { loaderData: FreeLesson }) {
  const { t } = useTranslation('courses')
  const { course, content, lesson_title } = lesson
  const coursePage = `/?selected_course_id=${course.id}`
  return (
    <PublicPage links={[{ href: '/', label: t('landing.allCourses') }]}>
      <FreeLessonHead lesson={lesson} />
      <div className="p-free p-width">
        <header>
          <p className="p-landing-badges">
            <a href={coursePage}>{course.course_name}</a>
            <Badge tone="success">{t('landing.freePreview')}</Badge>
          </p>
          <h1>{content.title}</h1>
          <p className="p-landing-quiet">{lesson_title}</p>
        </header>
        <FreeLessonMedia lesson={lesson} />
        {content.body && <Article html={content.body} />}
        <Next lesson={lesson} coursePage={coursePage} />
      </div>
    </PublicPage>
  )
}

function Next({ lesson: { course, others }, coursePage }: { lesson: FreeLesson; coursePage: string }) {
  const { t } = useTranslation('courses')
  return (
    <>
      <aside className="p-free-join" aria-labelledby="free-join">
        <h2 id="free-join">{t('landing.freeMore')}</h2>
        <p>{course.short_description || course.course_name}</p>
        <LinkButton href={coursePage} large>
          {t('landing.freeJoin')}
        </LinkButton>
      </aside>
      {others.length > 0 && (
        <nav aria-labelledby="free-others">
          <h2 id="free-others">{t('landing.freeOthers')}</h2>
          <ul className="p-landing-list">
            {others.map((other) => (
              <li key={other.id}>
                <a href={`/free-lesson/${course.id}/${other.id}`}>{other.title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}
