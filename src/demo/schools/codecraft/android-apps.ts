import type { DemoCourse } from '../../types.ts'

export const androidApps: DemoCourse = {
  slug: 'android-apps',
  course_code: 'MOB-200',
  category: 'mobile',
  teacher: 'chidinma.eze',
  course_name: 'Android apps that work offline',
  short_description: 'Kotlin, data on the device, and a network that comes and goes. Starts in January.',
  price: 4_800_000,
  cover: 'codecraft-android-apps.webp',
  is_coming_soon: true,
  course_unit: '10 weeks, 5 hours a week',
  course_requirements: ['You have written programs before, in any language', 'An Android phone'],
  similar_courses: ['javascript-for-the-browser'],
  starts_in_days: 52,
  popularity: 0,
  lessons: [],
}
