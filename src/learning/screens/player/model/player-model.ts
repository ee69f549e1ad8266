import type { CourseContents } from '../progress/use-progress.ts'

export type OutlineLesson = CourseContents['lessons'][number]
export type OutlineContent = OutlineLesson['contents'][number]
export type Topic = NonNullable<CourseContents['topic']>

export interface PlayerPosition {
  /** From 1. */
  number: number
  total: number
  lesson: OutlineLesson | undefined
  current: OutlineContent | undefined
  previous: OutlineContent | undefined
  next: OutlineContent | undefined
}

/** Position of a content in its course. Previous and next skip locked contents. */
export function findOutlinePosition(lessons: readonly OutlineLesson[], content_id: string): PlayerPosition {
  const contents = lessons.flatMap((lesson) => lesson.contents)
  const index = contents.findIndex((content) => content.id === content_id)
  const opens = (content: OutlineContent) => content.lock_reason === null
  return {
    number: index + 1,
    total: contents.length,
    lesson: lessons.find((lesson) => lesson.contents.some((content) => content.id === content_id)),
    current: contents[index],
    previous: index < 0 ? undefined : contents.slice(0, index).findLast(opens),
    next: index < 0 ? contents.find(opens) : contents.slice(index + 1).find(opens),
  }
}

export const isPlayable = (type: string) => type === 'video' || type === 'audio'

/** Seconds that must be played; null if something else completes it. */
export const secondsNeeded = ({
  completion: { rule, percentage },
  duration_seconds,
}: Pick<Topic, 'completion' | 'duration_seconds'>) =>
  rule === 'watched' && percentage !== null && duration_seconds
    ? Math.ceil((duration_seconds * percentage) / 100)
    : null

/** Seconds for which a text must be on the screen; null if something else completes it. */
export const readingSecondsNeeded = ({
  completion: { rule, percentage },
  reading_seconds,
}: Pick<Topic, 'completion' | 'reading_seconds'>) =>
  rule === 'read' && percentage !== null && reading_seconds !== null
    ? Math.ceil((reading_seconds * percentage) / 100)
    : null

interface Stood {
  position_seconds: number | null
  position_at: string | null
}

/** Start position: the newest of this and all other devices; the beginning if that was the end. */
export function resumePosition(positions: readonly (Stood | null)[], duration: number): number {
  const newest = positions
    .filter((stood) => stood !== null && stood.position_seconds !== null && stood.position_at !== null)
    .reduce<Stood | null>(
      (best, stood) => (best && best.position_at! >= stood!.position_at! ? best : stood),
      null,
    )
  const seconds = newest?.position_seconds ?? 0
  return seconds >= duration - 3 ? 0 : seconds
}

export { formatPlaybackTime } from '#lib/dates/format-playback-time.ts'
