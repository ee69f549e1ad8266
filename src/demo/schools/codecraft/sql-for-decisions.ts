import { audio, file, text } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const sqlForDecisions: DemoCourse = {
  slug: 'sql-for-decisions',
  course_code: 'DATA-110',
  category: 'data',
  teacher: 'ibrahim.danjuma',
  course_name: 'SQL for decisions',
  short_description: 'Ask a database your own questions, and know when not to believe the answer.',
  price: 3_200_000,
  cover: 'codecraft-sql-for-decisions.webp',
  course_unit: '6 weeks, 4 hours a week',
  course_requirements: ['You can use a spreadsheet', 'A computer; the database runs in the browser'],
  course_reviews: [
    {
      name: 'Kẹ́hìndé Fálánà',
      rating: 5,
      review:
        'I found a double-counted discount in our own monthly report in week three. It was three years old.',
    },
  ],
  similar_courses: ['python-from-zero'],
  starts_in_days: -55,
  student_access_limit_after_approval: 180,
  popularity: 0.4,
  lessons: [
    {
      title: 'Asking',
      contents: [text('Tables, rows and the question'), text('Filtering, and the trap of null')],
    },
    {
      title: 'Combining',
      contents: [
        text('Joins without double counting'),
        text('Group by: one row for each'),
        file('Practice sheet: twenty questions', 'codecraft-sql-practice.pdf'),
      ],
    },
    {
      title: 'Deciding',
      contents: [
        audio('A week of sales, explained aloud', 'codecraft-week-of-sales.mp3'),
        text('From a query to a decision'),
      ],
    },
  ],
}
