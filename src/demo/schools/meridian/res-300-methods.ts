import { text } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const methods: DemoCourse = {
  slug: 'res-300-methods',
  course_code: 'RES-300',
  category: 'all-departments',
  teacher: 'njeri.muthoni',
  course_name: 'RES 300 Research methods (draft)',
  short_description: 'In preparation for the next academic year.',
  price: 990_000,
  cover: 'meridian-res-300-methods.webp',
  course_isPublic: false,
  disable_direct_registration: true,
  course_department: 'All departments',
  course_unit: 'RES 300, 4 credit units',
  course_requirements: ['Admission to the third year'],
  starts_in_days: 286,
  popularity: 0,
  lessons: [
    {
      title: 'Questions',
      contents: [text('From an interest to a question'), text('Choosing a design', { draft: true })],
    },
  ],
}
