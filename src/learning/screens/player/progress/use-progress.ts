import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { getCourseContents } from '#courses/contract.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useSession } from '#tenancy/client/frame.tsx'
import { queryKey } from '#tenancy/client/queries.ts'
import { listMyCourses } from '../../../contract.ts'
import { onProgress, browserProgressSender } from './progress-in-browser.ts'
import type { ProgressSender, SavedProgress } from './progress-sender.ts'

export type CourseContents = ApiReply<typeof getCourseContents>

/**
 * The sender of the logged-in user; null for staff, whose progress is not stored, and while the user is unknown.
 */
export function useProgressSender(): ProgressSender | null {
  const session = useSession()
  const user_id = session?.user_type === 'student' ? session.details?._id : undefined
  return useMemo(() => (user_id ? browserProgressSender(user_id) : null), [user_id])
}

interface News {
  /** Code and content of the last refusal. */
  refused: { code: string; content_id: string } | null
  /** When the course was completed while this page was open. */
  finished: boolean
}

/** Updates the screen with the server's replies while a student learns in this course. */
export function useProgressUpdates(course_id: string): News & { clearFinished: () => void } {
  const client = useQueryClient()
  const [refused, setRefused] = useState<News['refused']>(null)
  const [finished, setFinished] = useState(false)
  useEffect(
    () =>
      onProgress({
        onSaved(saved, of, { completed: mark }) {
          if (of !== course_id) return
          // Time on the screen changes nothing that a running query could show.
          const changes = mark !== undefined || !isCachedState(client, saved)
          const before = patchContents(client, course_id, saved)
          if (saved.course_completed_at && before === null) setFinished(true)
          // Contents that depend on this one may open now, and a running query may be outdated.
          const request = { queryKey: queryKey(getCourseContents) }
          // A running first query must be cancelled, otherwise it would not be repeated.
          const waits = saved.completed_at !== null && hasWaiting(client, saved.content_id)
          if (changes && (client.isFetching(request) > 0 || waits))
            void client.cancelQueries(request).then(() => client.invalidateQueries(request))
          void client.invalidateQueries({ queryKey: queryKey(listMyCourses), refetchType: 'none' })
        },
        onRefused(code, content_id) {
          setRefused({ code, content_id })
          // Whatever the reason, the displayed data is outdated.
          void client.invalidateQueries({ queryKey: queryKey(getCourseContents) })
        },
      }),
    [client, course_id],
  )
  return { refused, finished, clearFinished: () => setFinished(false) }
}

/** Whether every cached outline shows the content in this state already. */
const isCachedState = (client: QueryClient, { content_id, completed_at }: SavedProgress) =>
  client
    .getQueriesData<CourseContents>({ queryKey: queryKey(getCourseContents) })
    .flatMap(([, contents]) => contents?.lessons ?? [])
    .flatMap(({ contents }) => contents)
    .every((content) => content.id !== content_id || content.completed_at === completed_at)

/** Writes a reply to the cached contents; returns when the course was completed. */
function patchContents(
  client: QueryClient,
  course_id: string,
  saved: SavedProgress,
): string | null | undefined {
  let before: string | null | undefined
  client.setQueriesData<CourseContents>({ queryKey: queryKey(getCourseContents) }, (contents) => {
    if (contents?.course.id !== course_id) return contents
    if (before === undefined && contents.enrolment) before = contents.enrolment.completed_at
    return applyProgress(contents, saved)
  })
  return before
}

/** Whether a displayed content depends on the completion of this one. */
const hasWaiting = (client: QueryClient, content_id: string) =>
  client
    .getQueriesData<CourseContents>({ queryKey: queryKey(getCourseContents) })
    .flatMap(([, contents]) => contents?.lessons ?? [])
    .some(({ contents }) => contents.some((content) => content.lock?.opens_after?.id === content_id))

type ProgressUpdate = Pick<SavedProgress, 'content_id' | 'completed_at'> & Partial<SavedProgress>

/** Returns the contents with the new state of one of them. */
export function applyProgress(contents: CourseContents, saved: ProgressUpdate): CourseContents {
  const patch = <Content extends { id: string }>(content: Content) =>
    content.id === saved.content_id
      ? {
          ...content,
          completed_at: saved.completed_at,
          ...(saved.position_seconds !== undefined && { position_seconds: saved.position_seconds }),
          ...('visible_seconds' in content &&
            saved.visible_seconds !== undefined && { visible_seconds: saved.visible_seconds }),
        }
      : content
  const lessons = contents.lessons.map((lesson) => ({ ...lesson, contents: lesson.contents.map(patch) }))
  const required = lessons
    .flatMap((lesson) => lesson.contents)
    .filter((content) => content.is_published && !content.is_optional)
  const completed = required.filter((content) => content.completed_at !== null).length
  const total = required.length
  const share = total === 0 ? 0 : Math.floor((completed * 100) / total)
  const percentage = contents.enrolment?.completed_at ? 100 : share
  return {
    ...contents,
    lessons,
    progress: { total, completed, percentage },
    topic: contents.topic && patch(contents.topic),
    enrolment: contents.enrolment && {
      ...contents.enrolment,
      completed_at: contents.enrolment.completed_at ?? saved.course_completed_at ?? null,
    },
  }
}
