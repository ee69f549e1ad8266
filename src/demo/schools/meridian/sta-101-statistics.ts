import { embed, text } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const statistics: DemoCourse = {
  slug: 'sta-101-statistics',
  course_code: 'STA-101',
  category: 'mathematics-statistics',
  teacher: 'njeri.muthoni',
  course_name: 'STA 101 Statistics with real data',
  short_description: 'Being honest about what we do not know: samples, summaries, intervals, causes.',
  price: 720_000,
  cover: 'meridian-sta-101-statistics.webp',
  course_department: 'Mathematics and Statistics',
  course_unit: 'STA 101, 3 credit units',
  course_requirements: ['Secondary school mathematics', 'A calculator with a square root'],
  course_reviews: [
    {
      name: 'Fatuma Ali',
      rating: 5,
      review: 'I no longer read newspapers in the same way. My family is tired of it.',
    },
  ],
  similar_courses: ['phe-204-epidemiology', 'csc-112-algorithms'],
  starts_in_days: -49,
  ends_in_days: 56,
  popularity: 0.6,
  lessons: [
    {
      title: 'Describing',
      contents: [
        text('Samples, populations and luck'),
        embed(
          'Two hundred countries, two hundred years',
          'https://www.youtube-nocookie.com/embed/jbkSRLYSojo',
        ),
        text('Mean, median and what they hide'),
      ],
    },
    {
      title: 'Concluding',
      contents: [text('A confidence interval in plain words'), text('Correlation is not cause')],
    },
  ],
}
