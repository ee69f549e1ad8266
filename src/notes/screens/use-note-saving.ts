import { useRef, useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import * as contract from '../contract.ts'
import { useNoteCache, type Note } from './note-cache.ts'

/** A note that is being written and perhaps not kept yet: then `updated_at` is empty. */
export type EditedNote = Pick<
  Note,
  'id' | 'course_id' | 'content_id' | 'note' | 'at_seconds' | 'quote' | 'updated_at'
>

export interface Conflict {
  note: string
  changed_at: string
}

/**
 * Saves one note as it is typed, each time over what the last saving answered. What another device saved meanwhile is
 * a conflict; what another device deleted is written anew, because nobody deletes what they are writing.
 */
export function useNoteSaving(open: EditedNote) {
  const cache = useNoteCache()
  const last = useRef(open.updated_at)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { id, course_id, content_id, at_seconds, quote } = open

  const create = async (note: string) => {
    const made = await api(contract.createNote, { id, course_id, content_id, note, at_seconds, quote })
    last.current = made.updated_at
    // Made by an earlier try whose answer was lost: what was typed since is still to be saved.
    if (made.note !== note && made.note === '') return save(note)
    await cache.refresh()
    return made
  }

  const save = async (note: string): Promise<Note> => {
    if (last.current === '') return create(note)
    try {
      const saved = await api(contract.updateNote, { id, note, updated_at: last.current })
      last.current = saved.updated_at
      cache.replace(saved)
      return saved
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'not_found') {
        last.current = ''
        return create(note)
      }
      if (error.code === 'note_edit_conflict') setConflict(error.problem as unknown as Conflict)
      throw error
    }
  }

  /** Goes on over what the other device saved, knowing of it. */
  const settle = () => {
    if (conflict) last.current = conflict.changed_at
    setConflict(null)
  }
  const isKept = () => last.current !== ''
  return { save, conflict, settle, isKept }
}
