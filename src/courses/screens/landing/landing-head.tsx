import { useSchool } from '#tenancy/client/frame.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { courseUrl, courseJsonLd, imageOf } from './course-json-ld.ts'
import type { LandingCourse } from './load-landing.ts'

/** Title, description, share image and structured data. */
export function LandingHead({ course }: { course: LandingCourse }) {
  const { i18n } = useTranslation()
  const school = useSchool()
  const url = courseUrl(school, course.id)
  const image = imageOf(course)
  const text = course.short_description || `${course.course_name} · ${school.name}`
  return (
    <>
      <title>{`${course.course_name} · ${school.name}`}</title>
      <meta name="description" content={text} />
      <link rel="canonical" href={url} />
      {course.is_hidden && <meta name="robots" content="noindex" />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={school.name} />
      <meta property="og:locale" content={i18n.language} />
      <meta property="og:title" content={course.course_name} />
      <meta property="og:description" content={text} />
      <meta property="og:url" content={url} />
      {image && <meta property="og:image" content={new URL(image, school.origin).href} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: courseJsonLd(course, school) }} />
    </>
  )
}
