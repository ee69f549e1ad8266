import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import type { ApiReply, ApiInput } from '#platform/client/api/client.ts'
import * as contract from '../../../contract.ts'
import { updateContent } from '../outline-tree/outline-model.ts'
import type { Topic } from './use-edited-topic.ts'
import type { OutlineEditing } from '../outline-tree/use-outline.ts'

export type SavedContent = ApiReply<typeof contract.updateContent>
export type Audience = 'everybody' | 'new_students'
type Change = Omit<ApiInput<typeof contract.updateContent>, 'id' | 'updated_at'>

export interface Conflict {
  changed_by: string | null
  changed_at: string
}

/**
 * Saves parts of one content one after the other, each based on the last result, so that only changes of others
 * are conflicts.
 */
export function useContentSaving(topic: Topic, editing: OutlineEditing) {
  const [saved, setSaved] = useState<SavedContent | Topic>(topic)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { seen, change } = editing
  const sending = useRef<Promise<unknown>>(Promise.resolve())
  const version = useLastSeenVersion(topic, seen)
  // Others may have renamed or published it since the outline was loaded.
  useEffect(() => {
    change((lessons) => updateContent(lessons, topic.id, shownOf(topic)))
  }, [change, topic])

  /** Each request sends the version that the previous one returned, in order. */
  const call = (make: (seen: { updated_at: string }) => Promise<SavedContent>): Promise<SavedContent> => {
    const answer = sending.current.then(() => make({ updated_at: version.current() }))
    sending.current = answer.catch(() => undefined)
    return answer.then(
      (content) => {
        version.recordSave(content.updated_at)
        setSaved(content)
        change((lessons) => updateContent(lessons, topic.id, shownOf(content)))
        return content
      },
      (error: unknown) => {
        if (error instanceof ApiError && error.code === 'edit_conflict')
          setConflict(error.problem as unknown as Conflict)
        throw error
      },
    )
  }
  const of = { id: topic.id }
  const send = (given: Change) => call((at) => api(contract.updateContent, { ...of, ...given, ...at }))
  const publish = (audience: Audience) =>
    call((at) => api(contract.publishContent, { ...of, audience, ...at }))
  const discard = () => call((at) => api(contract.discardContentDraft, { ...of, ...at }))
  const restore = (number: number) =>
    call((at) => api(contract.restoreContentVersion, { ...of, number, ...at }))
  /** Saves over the other person's version. */
  const keepMine = () => {
    if (conflict) version.accept(conflict.changed_at)
    setConflict(null)
  }
  return { saved, send, publish, discard, restore, conflict, keepMine }
}

/** The `updated_at` that the next save sends. Shared with the outline while the editor is open. */
function useLastSeenVersion({ id, updated_at }: Topic, seen: OutlineEditing['seen']) {
  // A save on unmount must send this editor's last version.
  const last = useRef(updated_at)
  useEffect(() => {
    const seenVersion = seen.get(id)
    // An older read must not make this editor's own save look like a conflict.
    if (seenVersion === undefined || seenVersion < updated_at) seen.set(id, updated_at)
  }, [seen, id, updated_at])
  useEffect(
    () => () => {
      last.current = seen.get(id) ?? last.current
      seen.delete(id)
    },
    [seen, id],
  )
  return {
    current: () => seen.get(id) ?? last.current,
    recordSave(saved_at: string) {
      last.current = saved_at
      if (seen.has(id)) seen.set(id, saved_at)
    },
    /** Accepts another person's version, so that the next save replaces it. */
    accept(changed_at: string) {
      last.current = changed_at
      seen.set(id, changed_at)
    },
  }
}

/** Fields that the outline shows. */
const shownOf = (content: SavedContent | Topic) => ({
  title: content.title,
  is_published: content.is_published,
  is_locked: content.is_locked,
  is_optional: content.is_optional,
  is_free_preview: content.is_free_preview,
  duration_seconds: content.duration_seconds,
  updated_at: content.updated_at,
  ...(content.has_changes !== undefined && { has_changes: content.has_changes }),
  ...(content.published_for !== undefined && { published_for: content.published_for }),
  ...(content.opening && { opening: content.opening }),
})

export type ContentSaving = ReturnType<typeof useContentSaving>
