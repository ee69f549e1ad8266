import type { ApiReply } from '#platform/client/api/client.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import type { getFreePreview } from '../../contract.ts'

export type FreeLesson = ApiReply<typeof getFreePreview>

/** Title, description and share image of a free lesson. */
export function FreeLessonHead({ lesson: { course, content } }: { lesson: FreeLesson }) {
  const school = useSchool()
  const title = `${content.title} · ${course.course_name}`
  const text = course.short_description || title
  return (
    <>
      <title>{`${title} · ${school.name}`}</title>
      <meta name="description" content={text} />
      <link rel="canonical" href={`${school.origin}/free-lesson/${course.id}/${content.id}`} />
      {course.is_hidden && <meta name="robots" content="noindex" />}
      <meta property="og:type" content="article" />
      <meta property="og:site_name" content={school.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
      {course.image_url && (
        <meta property="og:image" content={new URL(course.image_url, school.origin).href} />
      )}
    </>
  )
}
