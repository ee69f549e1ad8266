import { text } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const writing: DemoCourse = {
  slug: 'awc-100-writing',
  course_code: 'AWC-100',
  category: 'all-departments',
  teacher: 'wairimu.gathoni',
  course_name: 'AWC 100 Academic writing',
  short_description: 'One paragraph, one idea, and sources used honestly. Free for all students.',
  price: 0,
  cover: 'meridian-awc-100-writing.webp',
  layout_type: 'compact',
  compact_layout_content_background: '#f4f1ea',
  course_department: 'All departments',
  course_unit: 'AWC 100, without credit',
  course_requirements: ['One page of your own writing'],
  course_reviews: [
    { name: 'Barasa', rating: 5, review: 'I deleted a third of my dissertation, and it got better.' },
    {
      name: 'Mercy Chebet',
      rating: 5,
      review: 'Close the book. Two years of study, and nobody had told me.',
    },
  ],
  similar_courses: ['sta-101-statistics'],
  starts_in_days: -240,
  popularity: 0.7,
  lessons: [
    { title: 'First evening', contents: [text('One paragraph, one idea')] },
    { title: 'Second evening', contents: [text('Citing without fear')] },
  ],
}
