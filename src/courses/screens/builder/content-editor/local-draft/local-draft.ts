/** Typed text of a lesson that may not have reached the server. */
export interface LocalDraft {
  title: string
  body: string
  /** `updated_at` of the saved text that it changes. */
  base: string
  /** Milliseconds since 1970. */
  typed_at: number
}

const keyOf = (content_id: string) => `lesson-draft/${content_id}`

/** Older drafts are dropped: their author has given them up. */
const maxAgeMs = 14 * 24 * 3600 * 1000

/** Stores the draft in this browser. Without storage, as in some private windows, nothing is stored. */
export function storeLocalDraft(content_id: string, draft: LocalDraft) {
  try {
    localStorage.setItem(keyOf(content_id), JSON.stringify(draft))
  } catch {
    // The storage is full or not available; the text is still saved to the server.
  }
}

export function removeLocalDraft(content_id: string) {
  try {
    localStorage.removeItem(keyOf(content_id))
  } catch {
    // As above.
  }
}

/** The draft of a lesson in this browser, if it differs from the saved text. */
export function readLocalDraft(
  { id, title, body }: { id: string; title: string; body: string },
  now: number,
) {
  try {
    const stored = localStorage.getItem(keyOf(id))
    const draft = stored === null ? null : (JSON.parse(stored) as LocalDraft)
    if (!draft || typeof draft.body !== 'string' || now - draft.typed_at > maxAgeMs) return null
    return draft.body === body && draft.title === title ? null : draft
  } catch {
    return null
  }
}
