import type { InsertObject } from 'kysely'
import type { DB } from '#platform/database/database-types.ts'
import { sanitizeRichText, htmlToText } from '#platform/security/sanitize-rich-text.ts'
import { noteSearchVector } from '#notes/index.ts'
import { contentId, courseId } from './course-rows.ts'
import { readCourseTexts } from '../course-texts.ts'
import { demoId } from '../ids.ts'
import { personId } from './people-rows.ts'
import type { DemoSchool } from '../types.ts'

interface DemoNote {
  topic: string
  note: string
  hours_ago: number
  /** Quoted words of the topic. */
  quote?: string
  at_seconds?: number
}

const written: Record<string, { course: string; student: string; notes: DemoNote[] }> = {
  codecraft: {
    course: 'python-from-zero',
    student: 'student',
    notes: [
      {
        topic: 'Your first program, step by step',
        note: '<p>The name on the left keeps what was typed. Try it with <code>age</code> instead.</p>',
        at_seconds: 10,
        hours_ago: 70,
      },
      {
        topic: 'Loops',
        note: '<p>So <code>range(1, 8)</code> is Monday to Sunday: seven days, and no eighth.</p>',
        quote: 'A range begins where you say and stops before the end',
        hours_ago: 31,
      },
      {
        topic: 'Variables and types',
        note: '<p><strong>Ask on Thursday:</strong> when do I need <code>float</code> for prices?</p>',
        hours_ago: 54,
      },
    ],
  },
}

interface Facts {
  school: DemoSchool
  school_id: string
  now: Date
}

const requestContext = 32

/** Notes of a demo student: on a second, on a quote, and on a whole topic. */
export function noteRows({ school, school_id, now }: Facts): InsertObject<DB, 'notes'>[] {
  const some = written[school.school_url]
  const course = school.courses.find(({ slug }) => slug === some?.course)
  if (!some || !course) return []
  const texts = readCourseTexts(school, course)
  return some.notes.map(({ topic, note, hours_ago, quote = null, at_seconds = null }) => {
    const at = new Date(now.getTime() - hours_ago * 3_600_000)
    const text = htmlToText(sanitizeRichText(texts.bodyOf(topic)))
    const start = quote === null ? null : text.indexOf(quote)
    const columns = {
      course_name: course.course_name,
      content_title: topic,
      note: sanitizeRichText(note),
      quote,
    }
    return {
      ...columns,
      school_id,
      id: demoId(school.school_url, 'note', topic),
      user_id: personId(school, some.student),
      course_id: courseId(school, course.slug),
      content_id: contentId(school, course, topic),
      at_seconds,
      quote_start: start,
      ...(start !== null && {
        quote_prefix: text.slice(Math.max(0, start - requestContext), start),
        quote_suffix: text.slice(start + quote!.length, start + quote!.length + requestContext),
      }),
      search: noteSearchVector(columns),
      created_at: at,
      updated_at: at,
    }
  })
}
