import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import type { ApiInput } from '#platform/client/api/client.ts'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { toast, toastUndo } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../../contract.ts'
import {
  findLessonOfContent,
  mergeHiddenOrder,
  updateContent,
  moveContent,
  updateLesson,
  moveLesson,
  removeFromOutline,
  type Content,
  type Lesson,
  type Outline,
} from './outline-model.ts'

/**
 * A course's outline for its editor. Each change shows at once, is sent in order, and is reverted with an error
 * if refused.
 */
export function useOutline(course_id: string) {
  const outline = useOptimisticOutline(course_id)
  const { query, lessons, change, attempt, remove, refresh, seen } = outline
  return {
    query,
    lessons,
    change,
    course_id,
    attempt,
    remove,
    refresh,
    seen,
    ...useLessonActions(outline),
    ...useContentActions(outline),
  }
}

/** Optimistic outline, and the base of every change. */
function useOptimisticOutline(course_id: string) {
  const client = useQueryClient()
  const query = useApiQuery(contract.getCourseContents, { id: course_id })
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const [seen] = useState(() => new Map<string, string>())
  const key = useMemo(() => queryKey(contract.getCourseContents, { id: course_id }), [course_id])

  const change = useCallback(
    (edit: (lessons: Lesson[]) => Lesson[]) =>
      client.setQueryData<Outline>(
        key,
        (outline) => outline && { ...outline, lessons: edit(outline.lessons) },
      ),
    [client, key],
  )
  /** Reloads the outline after the server placed items itself. */
  const refresh = () => client.invalidateQueries({ queryKey: key })
  const attempt = useAttempt(change, refresh)

  /** Hides items at once and deletes them on the server when the time to undo has passed. */
  const remove = (removed: string | string[], message: string, send: () => Promise<unknown>) => {
    const these = new Set(typeof removed === 'string' ? [removed] : removed)
    setRemoved((ids) => new Set([...ids, ...these]))
    const bringBack = () => setRemoved((ids) => new Set([...ids].filter((one) => !these.has(one))))
    const commit = () => void attempt((lessons) => removeFromOutline(lessons, these), send).finally(bringBack)
    toastUndo(message, { undo: bringBack, commit })
  }

  const all = query.data?.lessons
  return {
    course_id,
    query,
    lessons: useMemo(() => all && removeFromOutline(all, removed), [all, removed]),
    /** The current lessons, including those whose removal can be undone. */
    current: () => client.getQueryData<Outline>(key)?.lessons ?? [],
    removed,
    change,
    attempt,
    remove,
    refresh,
    /** Last known `updated_at` of each open content, which the server compares. */
    seen,
  }
}

type OptimisticOutline = ReturnType<typeof useOptimisticOutline>

/** Returns `attempt`: shows an edit, then sends it after earlier ones; a refusal reloads the outline. */
function useAttempt(
  change: (edit: (lessons: Lesson[]) => Lesson[]) => unknown,
  refresh: () => Promise<unknown>,
) {
  const { errorText } = useErrorText()
  const sending = useRef<Promise<unknown>>(Promise.resolve())
  return <Answer>(edit: (lessons: Lesson[]) => Lesson[], send: () => Promise<Answer>) => {
    change(edit)
    const answer = sending.current.then(send)
    sending.current = answer.catch(() => undefined)
    return answer.catch(async (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      toast(errorText(error), 'error')
      await refresh()
      return undefined
    })
  }
}

function useLessonActions({ course_id, attempt, change, remove, removed, current }: OptimisticOutline) {
  const { t } = useTranslation('courses')
  return {
    addLesson: (title: string) =>
      attempt(
        (lessons) => lessons,
        async () => {
          const lesson = await api(contract.createLesson, { course_id, title })
          change((lessons) => [...lessons, { ...lesson, contents: [] }])
          return lesson
        },
      ),
    saveLesson: (id: string, given: { title?: string; lowest_tier?: number | null }) =>
      attempt(
        (lessons) => updateLesson(lessons, id, given),
        () => api(contract.updateLesson, { id, ...given }),
      ),
    removeLesson: ({ id, title }: Lesson) =>
      remove(id, t('outline.lessonRemoved', { title }), () => api(contract.deleteLesson, { id })),
    moveLesson: (id: string, to: number) =>
      attempt(
        (lessons) => moveLesson(lessons, id, to),
        () => {
          const lesson_ids = mergeHiddenOrder(removeFromOutline(current(), removed), current())
          return api(contract.reorderLessons, { course_id, lesson_ids })
        },
      ),
  }
}

function useContentActions(outline: OptimisticOutline) {
  const { t } = useTranslation('courses')
  const { course_id, attempt, change, remove, current } = outline
  const putContent = usePutContent(change)
  return {
    addContent: (lesson_id: string, type: Content['type'], title: string) =>
      attempt(
        (lessons) => lessons,
        () => putContent({ lesson_id, type, title }),
      ),
    /** The same for callers that show a refusal themselves. */
    putContent,
    removeContent: ({ id, title }: Content) =>
      remove(id, t('outline.contentRemoved', { title }), () => api(contract.deleteContent, { id })),
    moveContent: (id: string, position: ContentPosition) => {
      const from = findLessonOfContent(current(), id)?.id
      return attempt(
        (lessons) => moveContent(lessons, id, position),
        () => (from === position.lesson_id ? sendOrder(outline, from) : sendMove(id, position)),
      )
    },
    setPublished: ({ id }: Content, is_published: boolean) =>
      attempt(
        (lessons) => updateContent(lessons, id, { is_published }),
        () => sendPublished(outline, id, is_published),
      ),
    setLocked: (lesson: Lesson, content: Content | null, is_locked: boolean) => {
      const ids = content ? [content.id] : lesson.contents.map((one) => one.id)
      const route = is_locked ? contract.lockContents : contract.unlockContents
      return attempt(
        (lessons) => ids.reduce((changed, id) => updateContent(changed, id, { is_locked }), lessons),
        () => api(route, { course_id, lesson_id: lesson.id, content_ids: ids }),
      )
    },
  }
}

/** Creates a content at the end of its lesson. */
function usePutContent(change: OptimisticOutline['change']) {
  return useCallback(
    async (given: ApiInput<typeof contract.createContent>) => {
      const content = await api(contract.createContent, given)
      const state = { lock_reason: null, opened_at: null, completed_at: null, position_seconds: 0 }
      const fresh = { ...content, ...state }
      change((lessons) =>
        lessons.map((lesson) =>
          lesson.id === given.lesson_id ? { ...lesson, contents: [...lesson.contents, fresh] } : lesson,
        ),
      )
      return content
    },
    [change],
  )
}

interface ContentPosition {
  lesson_id: string
  at: number
}

const sendMove = (id: string, { lesson_id, at }: ContentPosition) =>
  api(contract.moveContents, { content_ids: [id], lesson_id, position: at })

/** Sends the order of a lesson's contents; removed ones that can be restored keep their positions. */
function sendOrder({ current, removed }: OptimisticOutline, lesson_id: string) {
  const lesson = current().find((one) => one.id === lesson_id)
  const shown = lesson ? removeFromOutline([lesson], removed)[0] : undefined
  const content_ids = mergeHiddenOrder(shown?.contents ?? [], lesson?.contents ?? [])
  return api(contract.reorderContents, { lesson_id, content_ids })
}

async function sendPublished({ seen, change }: OptimisticOutline, id: string, is_published: boolean) {
  const last = seen.get(id)
  const saved = await api(contract.updateContent, { id, is_published, ...(last && { updated_at: last }) })
  if (last) seen.set(id, saved.updated_at)
  const { has_changes = false, published_for = null, updated_at } = saved
  change((lessons) => updateContent(lessons, id, { has_changes, published_for, updated_at }))
}

export type OutlineEditing = ReturnType<typeof useOutline>
