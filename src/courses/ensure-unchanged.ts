import { Refusal } from '#platform/contract/refusal.ts'
import { isUnchanged } from './policy.ts'

interface Saved {
  updated_at: Date
  updated_by_name: string | null
}

/** Refuses to overwrite a version that the editor has not read, and returns who saved it and when. */
export function ensureUnchanged(row: Saved, expectedUpdatedAt: string | undefined) {
  if (isUnchanged(row, expectedUpdatedAt)) return
  throw new Refusal('edit_conflict', {
    extra: { changed_by: row.updated_by_name, changed_at: row.updated_at.toISOString() },
  })
}
