import { file, text, video } from '../../content.ts'
import type { DemoCourse } from '../../types.ts'

export const pythonFromZero: DemoCourse = {
  slug: 'python-from-zero',
  course_code: 'PY-101',
  category: 'first-steps',
  teacher: 'teacher',
  course_name: 'Python from zero',
  short_description:
    'Eight weeks from an empty screen to a program that does a real job. No experience needed.',
  price: 2_500_000,
  cover: 'codecraft-python-from-zero.webp',
  course_unit: '8 weeks, 4 hours a week',
  course_requirements: [
    'A laptop of any age, or an Android phone',
    'Four hours a week',
    'No knowledge of programming or mathematics',
  ],
  course_reviews: [
    {
      name: 'Adaeze Okonkwo',
      rating: 5,
      review: 'The first course in which I understood why a program works, not only what to type.',
    },
    {
      name: 'Musa Abubakar',
      rating: 5,
      review:
        'I did the first half on my phone during the commute. The market project is now used by my aunt.',
    },
    {
      name: 'Blessing Effiong',
      rating: 4,
      review: 'Clear and patient. I would have liked more exercises on lists.',
    },
  ],
  course_questions: [
    {
      question: 'Can I take the course on a phone?',
      answer:
        'Yes, the first five weeks. For the market project you need a computer for about four hours; most students use a cybercafé or a friend’s laptop.',
    },
    {
      question: 'What if I miss a week?',
      answer: 'Continue where you stopped. Your access lasts a year, and lessons stay open.',
    },
    {
      question: 'Do I get my money back if it is not for me?',
      answer: 'Yes, within 14 days of your payment, if you have completed less than a third of the lessons.',
    },
  ],
  similar_courses: ['sql-for-decisions', 'javascript-for-the-browser'],
  starts_in_days: -96,
  student_access_limit_after_approval: 365,
  end_of_course_content_message:
    'You have written a real program. Post it in the community, and take a week off before the next course.',
  popularity: 0.72,
  lessons: [
    {
      title: 'Getting started',
      contents: [
        text('Why Python, and how this course works', { free: true }),
        video('Your first program, step by step', 'codecraft-first-program.mp4'),
        text('Install Python and an editor'),
      ],
    },
    {
      title: 'Values and decisions',
      contents: [
        text('Variables and types'),
        text('Making decisions with if'),
        file('Cheat sheet: the first fortnight', 'codecraft-python-cheat-sheet.pdf'),
      ],
    },
    {
      title: 'Repeating and collecting',
      contents: [text('Loops'), text('Lists and dictionaries'), text('Project: a market price tracker')],
    },
    {
      title: 'Functions and mistakes',
      contents: [text('Writing functions'), text('When things go wrong: reading errors', { locked: true })],
    },
  ],
}
