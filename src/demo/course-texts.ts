import { readFileSync } from 'node:fs'
import { markdownToLessonHtml, splitByHeading } from './markdown-to-lesson-html.ts'
import type { DemoCourse, DemoSchool } from './types.ts'

export interface CourseTexts {
  course_description: string
  /** Plain text. */
  tutor_description: string
  /** HTML by title of the content; empty for a recording or file without text. */
  bodyOf(title: string): string
}

/** Reads the texts of a course from its file. Throws if a text is missing or matches no content. */
export function readCourseTexts(school: DemoSchool, course: DemoCourse): CourseTexts {
  const file = new URL(`./schools/${school.school_url}/${course.slug}.md`, import.meta.url)
  const parts = splitByHeading(readFileSync(file, 'utf8'))
  const contents = course.lessons.flatMap((lesson) => lesson.contents)
  const expected = ['course_description', 'tutor_description', ...contents.map((content) => content.title)]
  const stray = [...parts.keys()].filter((title) => !expected.includes(title))
  const missing = contents.filter((content) => content.type === 'text' && !parts.has(content.title))
  if (stray.length || missing.length)
    throw new Error(`${course.slug}.md: ${[...stray, ...missing.map((content) => content.title)].join(', ')}`)
  return {
    course_description: markdownToLessonHtml(parts.get('course_description')!),
    tutor_description: parts.get('tutor_description')!.replaceAll('\n', ' '),
    bodyOf: (title) => markdownToLessonHtml(parts.get(title) ?? ''),
  }
}
