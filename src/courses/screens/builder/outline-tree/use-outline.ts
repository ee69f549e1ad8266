import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import type { ApiInput } from '#platform/client/api/client.ts'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { toast, toastUndo } from '#ui/components/feedback/toasts.tsx'
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
 * A course's outline for its editor. Each change shows at once, is sent in the order in which it was made, and is taken
 * back with the reason if it is refused.
 */
export function useOutline(course_id: string) {
  const { t } = useTranslation('courses')
  const { errorText } = useErrorText()
  const client = useQueryClient()
  const query = useApiQuery(contract.getCourseContents, { id: course_id })
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const sending = useRef<Promise<unknown>>(Promise.resolve())
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
  const putContent = useCallback(
    async (given: ApiInput<typeof contract.createContent>) => {
      const content = await api(contract.createContent, given)
      const fresh = {
        ...content,
        lock_reason: null,
        opened_at: null,
        completed_at: null,
        position_seconds: 0,
      }
      change((lessons) =>
        lessons.map((lesson) =>
          lesson.id === given.lesson_id ? { ...lesson, contents: [...lesson.contents, fresh] } : lesson,
        ),
      )
      return content
    },
    [change],
  )
  const current = () => client.getQueryData<Outline>(key)?.lessons ?? []

  /** Shows `edit`, then sends; a refusal reads the outline anew. */
  const attempt = <Answer>(edit: (lessons: Lesson[]) => Lesson[], send: () => Promise<Answer>) => {
    change(edit)
    const answer = sending.current.then(send)
    sending.current = answer.catch(() => undefined)
    return answer.catch(async (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      toast(errorText(error), 'error')
      await client.invalidateQueries({ queryKey: key })
      return undefined
    })
  }
  const remove = (gone: string | string[], message: string, send: () => Promise<unknown>) => {
    const these = new Set(typeof gone === 'string' ? [gone] : gone)
    setRemoved((ids) => new Set([...ids, ...these]))
    const bringBack = () => setRemoved((ids) => new Set([...ids].filter((one) => !these.has(one))))
    const commit = () => void attempt((lessons) => removeFromOutline(lessons, these), send).finally(bringBack)
    toastUndo(message, { undo: bringBack, commit })
  }

  const all = query.data?.lessons
  return {
    query,
    lessons: useMemo(() => all && removeFromOutline(all, removed), [all, removed]),
    change,
    course_id,
    attempt,
    /** Takes them from the screen at once, and from the server when the time to undo has passed. */
    remove,
    /** Reads the outline anew, for what the server has put somewhere itself. */
    refresh: () => client.invalidateQueries({ queryKey: key }),
    /** When each open content was saved last, as far as this editor knows: what the server compares. */
    seen,

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
    placeLesson: (id: string, to: number) =>
      attempt(
        (lessons) => moveLesson(lessons, id, to),
        () => {
          const lesson_ids = mergeHiddenOrder(removeFromOutline(current(), removed), current())
          return api(contract.reorderLessons, { course_id, lesson_ids })
        },
      ),

    addContent: (lesson_id: string, type: Content['type'], title: string) =>
      attempt(
        (lessons) => lessons,
        () => putContent({ lesson_id, type, title }),
      ),
    /** The same for whoever tells a refusal in a place of its own. */
    putContent,
    removeContent: ({ id, title }: Content) =>
      remove(id, t('outline.contentRemoved', { title }), () => api(contract.deleteContent, { id })),
    placeContent: (id: string, position: { lesson_id: string; at: number }) => {
      const from = findLessonOfContent(current(), id)?.id
      return attempt(
        (lessons) => moveContent(lessons, id, position),
        () => {
          if (from !== position.lesson_id)
            return api(contract.moveContents, {
              content_ids: [id],
              lesson_id: position.lesson_id,
              position: position.at,
            })
          const lesson = current().find((one) => one.id === position.lesson_id)
          const shown = lesson ? removeFromOutline([lesson], removed)[0] : undefined
          const content_ids = mergeHiddenOrder(shown?.contents ?? [], lesson?.contents ?? [])
          return api(contract.reorderContents, { lesson_id: position.lesson_id, content_ids })
        },
      )
    },
    setPublished: ({ id }: Content, is_published: boolean) =>
      attempt(
        (lessons) => updateContent(lessons, id, { is_published }),
        async () => {
          const last = seen.get(id)
          const saved = await api(contract.updateContent, {
            id,
            is_published,
            ...(last && { updated_at: last }),
          })
          if (last) seen.set(id, saved.updated_at)
          const { has_changes = false, published_for = null, updated_at } = saved
          change((lessons) => updateContent(lessons, id, { has_changes, published_for, updated_at }))
        },
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

export type OutlineEditing = ReturnType<typeof useOutline>
