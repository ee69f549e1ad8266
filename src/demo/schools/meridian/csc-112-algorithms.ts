import { embed, file, text, video } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const algorithms: DemoCourse = {
  slug: 'csc-112-algorithms',
  course_code: 'CSC-112',
  category: 'computing',
  teacher: 'teacher',
  course_name: 'CSC 112 Introduction to Algorithms',
  short_description:
    'Find methods, argue that they are right, and know their cost before you write any code.',
  price: 850_000,
  cover: 'meridian-csc-112-algorithms.webp',
  course_department: 'Computing',
  course_unit: 'CSC 112, 3 credit units',
  course_requirements: ['CSC 101 or a first course in programming', 'Secondary school mathematics'],
  course_reviews: [
    {
      name: 'Wanjikũ Njoroge',
      rating: 5,
      review: 'The tables of traces look old-fashioned and are exactly what helped.',
    },
    { name: 'Brian Kiptoo', rating: 4, review: 'Problem set 1 took me three evenings. Worth all three.' },
  ],
  similar_courses: ['sta-101-statistics', 'gis-220-mapping'],
  starts_in_days: -49,
  ends_in_days: 56,
  unapprove_all_students_on_end_date: true,
  end_of_course_content_message: 'Well done. The practical is on the notice board of the department.',
  popularity: 0.52,
  lessons: [
    {
      title: 'Weeks 1 and 2: Thinking in steps',
      contents: [
        text('What an algorithm is, and is not'),
        video('Binary search, one step at a time', 'meridian-binary-search.mp4'),
        text('Counting steps: big O without fear'),
      ],
    },
    {
      title: 'Weeks 3 and 4: Sorting',
      contents: [
        embed(
          'Fifteen sorting algorithms in six minutes',
          'https://www.youtube-nocookie.com/embed/kPRA0W1kECg',
        ),
        text('Insertion sort and merge sort'),
        file('Problem set 1', 'meridian-problem-set-1.pdf'),
      ],
    },
    { title: 'Week 5: Structures', contents: [text('Choosing a data structure')] },
  ],
}
