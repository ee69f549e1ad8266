import { escapeHtml } from '#platform/pages/escape-html.ts'
import type { CourseDocument } from './course-document.ts'

export type Variables = Record<'course_name' | 'teacher' | 'start_date', string | null>

const variable = /\{\{\s*(course_name|teacher|start_date)\s*\}\}/g

/** Fills in the variables of a document. Variables without a value stay, so that the author sees them. */
export function fillVariables(document: CourseDocument, values: Variables): CourseDocument {
  const fill = (text: string) =>
    text.replace(variable, (match, name: keyof Variables) => values[name] ?? match)
  const fillHtml = (html: string) =>
    html.replace(variable, (match, name: keyof Variables) => {
      const value = values[name]
      return value === null ? match : escapeHtml(value)
    })
  const { course, lessons } = document
  return {
    ...document,
    course: {
      ...course,
      course_name: fill(course.course_name),
      short_description: fill(course.short_description),
      tutor_description: fill(course.tutor_description),
      course_requirements: course.course_requirements.map(fill),
      course_questions: course.course_questions.map(({ question, answer }) => ({
        question: fill(question),
        answer: fill(answer),
      })),
      course_description: fillHtml(course.course_description),
      end_of_course_content_message: fillHtml(course.end_of_course_content_message),
    },
    lessons: lessons.map((lesson) => ({
      ...lesson,
      title: fill(lesson.title),
      contents: lesson.contents.map((content) => ({
        ...content,
        title: fill(content.title),
        body: fillHtml(content.body),
        draft: content.draft && {
          ...content.draft,
          title: fill(content.draft.title),
          body: fillHtml(content.draft.body),
        },
      })),
    })),
  }
}

/** Variables that the texts of a document contain. */
export function variablesIn(document: CourseDocument): (keyof Variables)[] {
  const text = JSON.stringify({ course: document.course, lessons: document.lessons })
  const found = new Set(Array.from(text.matchAll(variable), ([, name]) => name as keyof Variables))
  return (['course_name', 'teacher', 'start_date'] as const).filter((name) => found.has(name))
}
