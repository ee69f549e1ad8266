import { expect, test } from 'vitest'
import type { PageSchool } from '#tenancy/client/page-frame.ts'
import { courseJsonLd, questionsJsonLd } from './course-json-ld.ts'
import type { LandingCourse } from './load-landing.ts'

const school = {
  origin: 'https://demo.lyceum.test',
  name: 'Demo',
  currency_code: ' ngn ',
  language: 'en',
} as PageSchool
const course = {
  id: 'c1',
  course_name: 'Bread',
  short_description: 'A first loaf',
  course_code: 'BREA-23456',
  price: 250_050,
  is_coming_soon: false,
  banner_image_url: '/media/public/b1',
  course_teacher: { id: 't', name: 'Ada', avatar_url: null },
  lessons: [{ id: 'l', title: 'Flour', contents_count: 0, contents: [] }],
} as unknown as LandingCourse

const read = (changes: Partial<LandingCourse> = {}) =>
  JSON.parse(courseJsonLd({ ...course, ...changes }, school))

test('contains name, provider, price and address of the course', () => {
  expect(read()).toMatchObject({
    '@type': 'Course',
    name: 'Bread',
    url: 'https://demo.lyceum.test/?selected_course_id=c1',
    image: 'https://demo.lyceum.test/media/public/b1',
    provider: { name: 'Demo' },
    offers: { price: '2500.50', priceCurrency: 'NGN', category: 'Paid' },
    hasCourseInstance: { courseMode: 'Online', instructor: { name: 'Ada' } },
    syllabusSections: [{ name: 'Flour' }],
  })
  expect(read({ price: 0, is_coming_soon: true }).offers).toMatchObject({
    price: '0.00',
    category: 'Free',
    availability: 'https://schema.org/PreOrder',
  })
})

test('cannot close its script element', () => {
  const course_name = '</script><script>alert(1)</script><!-- &amp; \u2028'
  const text = courseJsonLd({ ...course, course_name }, school)
  expect(text).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(text).name).toBe(course_name)
})

test('lists questions with their answers', () => {
  const text = questionsJsonLd([{ question: 'For whom?', answer: 'Beginners </script>' }])
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: [
      {
        '@type': 'Question',
        name: 'For whom?',
        acceptedAnswer: { '@type': 'Answer', text: 'Beginners </script>' },
      },
    ],
  })
})
