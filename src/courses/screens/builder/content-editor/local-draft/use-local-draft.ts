import { useEffect, useState } from 'react'
import type { AutosaveStatus } from '#ui/form/use-autosave.ts'
import { readLocalDraft, removeLocalDraft, storeLocalDraft } from './local-draft.ts'
import type { Topic } from '../use-edited-topic.ts'

interface Text {
  title: string
  body: string
}

interface Editing {
  text: Text
  setText: (text: Text) => void
  state: AutosaveStatus
  /** `updated_at` of the last saved text. */
  base: string
}

/**
 * Keeps typed text in this browser until the server has it, and restores it when the lesson is opened again after its
 * tab was closed abruptly. If another person saved the lesson meanwhile, the author decides.
 */
export function useLocalDraft(topic: Topic, { text, setText, state, base }: Editing) {
  const [draft, setDraft] = useState(() => readLocalDraft(topic, Date.now()))
  const isOutdated = draft !== null && draft.base !== topic.updated_at
  const [isDecided, setDecided] = useState(!isOutdated)
  useEffect(() => {
    if (draft && !isOutdated) setText({ title: draft.title, body: draft.body })
    // Once, when the lesson is opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const isSaved = state.status === 'saved'
  const { title, body } = text
  useEffect(() => {
    if (!isDecided) return
    if (isSaved) removeLocalDraft(topic.id)
    else storeLocalDraft(topic.id, { title, body, base, typed_at: Date.now() })
  }, [topic.id, title, body, base, isSaved, isDecided])
  const decide = (chosen: Text) => {
    setText({ title: chosen.title, body: chosen.body })
    setDecided(true)
    setDraft(null)
  }
  return {
    /** What the notice says; null for no notice. */
    notice: draft === null ? null : isDecided ? ('restored' as const) : ('outdated' as const),
    restore: () => draft && decide(draft),
    discard: () => decide(topic),
    dismiss: () => setDraft(null),
  }
}
