import type { ApiReply } from '#platform/client/api/client.ts'
import type { getCourseContents } from '../../../contract.ts'

export type Outline = ApiReply<typeof getCourseContents>
export type Lesson = Outline['lessons'][number]
export type Content = Lesson['contents'][number]

export const findLessonOfContent = (lessons: Lesson[], content_id: string) =>
  lessons.find((lesson) => lesson.contents.some((content) => content.id === content_id))

const moved = <Item>(items: Item[], from: number, to: number) => {
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, items[from]!)
}

/** Moves a lesson; returns the same list if nothing changes. */
export function moveLesson(lessons: Lesson[], id: string, to: number): Lesson[] {
  const from = lessons.findIndex((lesson) => lesson.id === id)
  return from === -1 || from === to ? lessons : moved(lessons, from, to)
}

/** Moves a content within its lesson or to another. */
export function moveContent(
  lessons: Lesson[],
  id: string,
  position: { lesson_id: string; at: number },
): Lesson[] {
  const content = findLessonOfContent(lessons, id)?.contents.find((one) => one.id === id)
  if (!content || !lessons.some((lesson) => lesson.id === position.lesson_id)) return lessons
  return lessons.map((lesson) => {
    const rest = lesson.contents.filter((one) => one.id !== id)
    if (lesson.id !== position.lesson_id)
      return rest.length === lesson.contents.length ? lesson : { ...lesson, contents: rest }
    return { ...lesson, contents: rest.toSpliced(position.at, 0, { ...content, lesson_id: lesson.id }) }
  })
}

export const updateLesson = (lessons: Lesson[], id: string, change: Partial<Lesson>) =>
  lessons.map((lesson) => (lesson.id === id ? { ...lesson, ...change } : lesson))

export const updateContent = (lessons: Lesson[], id: string, change: Partial<Content>) =>
  lessons.map((lesson) =>
    lesson.contents.some((content) => content.id === id)
      ? {
          ...lesson,
          contents: lesson.contents.map((content) =>
            content.id === id ? { ...content, ...change } : content,
          ),
        }
      : lesson,
  )

/** The visible outline while removals can be undone. */
export const removeFromOutline = (lessons: Lesson[], removed: ReadonlySet<string>) =>
  lessons
    .filter((lesson) => !removed.has(lesson.id))
    .map((lesson) =>
      lesson.contents.some((content) => removed.has(content.id))
        ? { ...lesson, contents: lesson.contents.filter((content) => !removed.has(content.id)) }
        : lesson,
    )

/** Visible ids in order, then hidden ones that the server still has. */
export const mergeHiddenOrder = (shown: { id: string }[], all: { id: string }[]) => {
  const ids = shown.map((item) => item.id)
  return [...ids, ...all.map((item) => item.id).filter((id) => !ids.includes(id))]
}
