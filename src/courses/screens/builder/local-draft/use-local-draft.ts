import { useEffect, useState } from 'react'
import type { AutosaveStatus } from '#ui/form/use-autosave.ts'
import type { PersonalValues } from '#platform/client/browser-database/personal-values.ts'
import { usePersonalValues } from '#tenancy/client/personal-values.ts'
import { readLocalDraft, removeLocalDraft, storeLocalDraft, type LocalDraft } from './local-draft.ts'
import type { Topic } from '../content-editor/use-edited-topic.ts'

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
  const values = usePersonalValues()
  const { draft, setDraft, isRead } = useStoredDraft(values, topic)
  const [isChosen, setChosen] = useState(false)
  const isOutdated = draft !== null && draft.base !== topic.updated_at
  const isDecided = isRead && (!isOutdated || isChosen)
  useEffect(() => {
    if (draft && draft.base === topic.updated_at) setText({ title: draft.title, body: draft.body })
    // Once, when the draft is read.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isRead])
  const isSaved = state.status === 'saved'
  const { title, body } = text
  useEffect(() => {
    if (!isDecided || !values) return
    if (isSaved) void removeLocalDraft(values, topic.id)
    else void storeLocalDraft(values, topic.id, { title, body, base })
  }, [values, topic.id, title, body, base, isSaved, isDecided])
  const decide = (chosen: Text) => {
    setText({ title: chosen.title, body: chosen.body })
    setChosen(true)
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

/** Reads the draft once. Nothing is stored before, as it would replace the draft. */
function useStoredDraft(values: PersonalValues | null, topic: Topic) {
  const [draft, setDraft] = useState<LocalDraft | null>(null)
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    let isCurrent = true
    const finish = (found: LocalDraft | null) => {
      if (!isCurrent) return
      setDraft(found)
      setRead(true)
    }
    if (values) void readLocalDraft(values, topic).then(finish)
    return () => {
      isCurrent = false
    }
    // Once for each lesson.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [values, topic.id])
  return { draft, setDraft, isRead }
}
