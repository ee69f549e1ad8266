import { useRef, useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import * as contract from '../contract.ts'
import { useNoteCache, type Note } from './note-cache.ts'

/** A note being edited; if it was never saved, `updated_at` is empty. */
export type EditedNote = Pick<
  Note,
  'id' | 'course_id' | 'content_id' | 'note' | 'at_seconds' | 'quote' | 'updated_at'
>

export interface Conflict {
  note: string
  changed_at: string
}

/**
 * Saves a note while it is edited, each time based on the last saved version. A change by another device is a
 * conflict; a note that another device deleted is created again.
 */
export function useNoteSaving(open: EditedNote) {
  const cache = useNoteCache()
  const last = useRef(open.updated_at)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { id, course_id, content_id, at_seconds, quote } = open

  const create = async (note: string) => {
    const made = await api(contract.createNote, { id, course_id, content_id, note, at_seconds, quote })
    last.current = made.updated_at
    // Created by an earlier request whose response was lost: later input must still be saved.
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

  /** Continues from the version of the other device. */
  const acceptOther = () => {
    if (conflict) last.current = conflict.changed_at
    setConflict(null)
  }
  const isSaved = () => last.current !== ''
  return { save, conflict, acceptOther, isSaved }
}
