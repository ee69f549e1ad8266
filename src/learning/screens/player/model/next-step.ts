import type { OutlineContent, OutlineLesson } from './player-model.ts'

export type NextStep =
  /** The next content that is open; `section` if it starts another section. */
  | { kind: 'next'; content: OutlineContent; section: string | null }
  /** Nothing follows, but earlier contents are not completed. */
  | { kind: 'left'; content: OutlineContent; count: number }
  /** The student has completed everything that is open so far. */
  | { kind: 'waiting' }
  | { kind: 'completed' }

interface Facts {
  lessons: readonly OutlineLesson[]
  /** The open content. */
  content_id: string
  isCourseCompleted: boolean
}

const isOpen = (content: OutlineContent) => content.lock_reason === null

/** What a student does after a content; null without an open content. */
export function findNextStep({ lessons, content_id, isCourseCompleted }: Facts): NextStep | null {
  const contents = lessons.flatMap((lesson) => lesson.contents)
  const index = contents.findIndex(({ id }) => id === content_id)
  if (index < 0) return null
  const next = contents.slice(index + 1).find(isOpen)
  if (next) {
    const sectionOf = ({ id }: OutlineContent) =>
      lessons.find((lesson) => lesson.contents.some((content) => content.id === id))!
    const section = sectionOf(next)
    const isAnother = section.id !== sectionOf(contents[index]!).id
    return { kind: 'next', content: next, section: isAnother ? section.title : null }
  }
  if (isCourseCompleted) return { kind: 'completed' }
  const required = contents.filter((content) => content.is_published && !content.is_optional)
  const left = required.filter(
    (content) => content.completed_at === null && isOpen(content) && content.id !== content_id,
  )
  const [first] = left
  return first ? { kind: 'left', content: first, count: left.length } : { kind: 'waiting' }
}
