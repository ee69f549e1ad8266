import type { PersonalValues } from '#platform/client/browser-database/personal-values.ts'

/** Typed text of a lesson that may not have reached the server. */
export interface LocalDraft {
  title: string
  body: string
  /** `updated_at` of the saved text that it changes. */
  base: string
}

const nameOf = (content_id: string) => `lesson_draft/${content_id}`

/** Older drafts are dropped: their author has given them up. */
const maxAgeMs = 14 * 24 * 3600 * 1000

export const storeLocalDraft = (values: PersonalValues, content_id: string, draft: LocalDraft) =>
  values.set(nameOf(content_id), draft)

export const removeLocalDraft = (values: PersonalValues, content_id: string) =>
  values.remove(nameOf(content_id))

/** The person's draft of a lesson in this browser, if it differs from the saved text. */
export async function readLocalDraft(
  values: PersonalValues,
  { id, title, body }: { id: string; title: string; body: string },
): Promise<LocalDraft | null> {
  const draft = (await values.get(nameOf(id), maxAgeMs)) as LocalDraft | undefined
  if (typeof draft?.body !== 'string') return null
  return draft.body === body && draft.title === title ? null : draft
}
