import type { PageSchool } from '#tenancy/client/page-frame.ts'
import { fractionDigits } from '#ui/components/formatting/format-number.ts'
import type { LandingCourse } from './load-landing.ts'

/** Absolute address of a course's page. */
export const courseUrl = (school: PageSchool, course_id: string) =>
  `${school.origin}/?selected_course_id=${course_id}`

/** Structured data of a course for search engines (schema.org `Course`), as the text of a script element. */
export function courseJsonLd(course: LandingCourse, school: PageSchool): string {
  const url = courseUrl(school, course.id)
  const image = imageOf(course)
  return asScript({
    '@context': 'https://schema.org',
    '@type': 'Course',
    '@id': url,
    url,
    name: course.course_name,
    description: course.short_description || course.course_name,
    courseCode: course.course_code,
    inLanguage: school.language,
    ...(image && { image: new URL(image, school.origin).href }),
    ...(course.rating_average !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: course.rating_average,
        ratingCount: course.rating_count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
    provider: { '@type': 'EducationalOrganization', name: school.name, url: school.origin },
    offers: offerOf(course, school),
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      ...(course.course_start_date && { startDate: course.course_start_date }),
      ...(course.course_end_date && { endDate: course.course_end_date }),
      ...(course.course_teacher && { instructor: { '@type': 'Person', name: course.course_teacher.name } }),
    },
    ...(course.lessons.length > 0 && {
      syllabusSections: course.lessons.map(({ title }) => ({ '@type': 'Syllabus', name: title })),
    }),
  })
}

/** Structured data of the course's questions (schema.org `FAQPage`), as the text of a script element. */
export const questionsJsonLd = (questions: LandingCourse['course_questions']) =>
  asScript({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  })

function offerOf(course: LandingCourse, school: PageSchool) {
  const currency = school.currency_code.trim().toUpperCase()
  const sale = course.current_sale?.price == null ? null : course.current_sale
  const price = sale?.price ?? course.price
  return {
    '@type': 'Offer',
    url: courseUrl(school, course.id),
    category: course.price === 0 ? 'Free' : 'Paid',
    price: (price / 10 ** fractionDigits(currency)).toFixed(fractionDigits(currency)),
    ...(sale?.ends_on && { priceValidUntil: sale.ends_on }),
    priceCurrency: currency,
    availability: `https://schema.org/${course.is_coming_soon ? 'PreOrder' : 'InStock'}`,
  }
}

/** The main image of the course. */
export const imageOf = (course: LandingCourse) =>
  course.banner_image_url ??
  course.preview_image_url ??
  course.background_image_url ??
  course.find_school_preview_image_url

/** JSON that cannot close its script element, whatever the course's name. */
function asScript(value: object) {
  const escapes: Record<string, string> = {
    '<': '\\u003c',
    '>': '\\u003e',
    '&': '\\u0026',
    '\u2028': '\\u2028',
    '\u2029': '\\u2029',
  }
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => escapes[character]!)
}
