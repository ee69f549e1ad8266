import { file, text, video } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const water: DemoCourse = {
  slug: 'env-210-water',
  course_code: 'ENV-210',
  category: 'environment',
  teacher: 'kiprotich.langat',
  course_name: 'ENV 210 Water and the City',
  short_description: 'How a city brings water in and lets it out again, with a field day in the rain.',
  price: 780_000,
  cover: 'meridian-env-210-water.webp',
  course_department: 'Environmental Science',
  course_unit: 'ENV 210, 3 credit units',
  course_requirements: ['Boots', 'STA 101, or taken at the same time'],
  course_reviews: [
    {
      name: 'Achieng’ Otieno',
      rating: 5,
      review: 'We stood in the rain with bottles, and I have never understood a formula better.',
    },
  ],
  similar_courses: ['gis-220-mapping', 'sta-101-statistics'],
  starts_in_days: -28,
  ends_in_days: 77,
  popularity: 0.34,
  lessons: [
    {
      title: 'In',
      contents: [
        text('Where a city’s water comes from'),
        video('The water cycle of a street', 'meridian-water-cycle.mp4'),
      ],
    },
    {
      title: 'Out',
      contents: [
        text('Runoff: why streets flood'),
        file('Field sheet: measuring a storm', 'meridian-field-sheet.pdf'),
      ],
    },
  ],
}
