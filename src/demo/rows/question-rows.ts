import type { InsertObject } from 'kysely'
import { json } from '#platform/database/database.server.ts'
import type { DB } from '#platform/database/database-types.ts'
import { contentId, courseId } from './course-rows.ts'
import { demoId } from '../ids.ts'
import { personId } from './people-rows.ts'
import type { DemoSchool } from '../types.ts'

interface DemoQuote {
  topic: string
  lesson: string
  words: string
}

interface DemoQuestion {
  question: string
  hours_ago: number
  /** Source of the answer as a quote; without it the course does not contain the answer. */
  quote?: DemoQuote
  correction?: { terms: string[]; answer: string }
}

const questionsBySchool: Record<string, { course: string; student: string; questions: DemoQuestion[] }> = {
  codecraft: {
    course: 'python-from-zero',
    student: 'student',
    questions: [
      {
        question: 'Why does range(1, 8) stop at 7?',
        hours_ago: 30,
        quote: {
          topic: 'Loops',
          lesson: 'Repeating and collecting',
          words:
            'A range begins where you say and stops before the end, like a day that begins at midnight and ends before the next one.',
        },
      },
      {
        question: 'Can I learn Python on a tablet?',
        hours_ago: 52,
        correction: {
          terms: ['python', 'tablet'],
          answer:
            'Yes: any tablet with a browser and a keyboard will do for the first two weeks. Use an online editor.',
        },
      },
      { question: 'What is recursion?', hours_ago: 5 },
    ],
  },
}

interface Facts {
  school: DemoSchool
  school_id: string
  now: Date
}

/** Questions of a demo student about a course, with the teacher's corrections. */
export function questionRows({ school, school_id, now }: Facts) {
  const some = questionsBySchool[school.school_url]
  const course = school.courses.find(({ slug }) => slug === some?.course)
  if (!some || !course) return { questions: [], corrections: [] }
  const course_id = courseId(school, course.slug)
  const rows = some.questions.map((one) => ({
    ...one,
    id: demoId(school.school_url, 'question', one.question),
  }))
  const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const questions = rows.map(
    ({ id, question, hours_ago, quote, correction }): InsertObject<DB, 'assistant_questions'> => ({
      school_id,
      id,
      course_id,
      user_id: personId(school, some.student),
      question,
      kind: quote ? 'quotes' : 'none',
      answer: quote ? `“${quote.words}” [1]` : '',
      citations: json(quote ? [citationOf(quote, contentId(school, course, quote.topic))] : []),
      state: correction ? 'corrected' : quote ? 'answered' : 'unanswered',
      created_at: at(hours_ago),
    }),
  )
  const corrections = rows.flatMap(
    ({ id, hours_ago, correction }): InsertObject<DB, 'assistant_corrections'>[] => {
      if (!correction) return []
      const created_at = at(hours_ago - 8)
      const corrected_by = personId(school, course.teacher)
      return [{ ...correction, school_id, id, course_id, corrected_by, created_at, updated_at: created_at }]
    },
  )
  return { questions, corrections }
}

const citationOf = ({ topic, lesson, words }: DemoQuote, content_id: string) => ({
  number: 1,
  content_id,
  title: topic,
  lesson_title: lesson,
  type: 'text',
  position: 1,
  quote: words,
  start_second: null,
})
