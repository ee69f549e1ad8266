import type { CommandEntry } from './palette-entries.ts'

/** Deleted with everything else in the storage when the person logs out. */
const key = 'recent_searches'
const maxRecent = 5

/** An entry without its function and icon. */
type StoredEntry = Pick<CommandEntry, 'id' | 'label' | 'group' | 'text' | 'to' | 'reloadDocument'>

const isEntry = (value: unknown): value is StoredEntry => {
  if (typeof value !== 'object' || value === null) return false
  const { id, label, to } = value as Record<string, unknown>
  return typeof id === 'string' && typeof label === 'string' && typeof to === 'string' && to.startsWith('/')
}

/** The entries that were opened last in this browser, the newest first; none if the browser stores nothing. */
export function recentEntries(): StoredEntry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry).slice(0, maxRecent) : []
  } catch {
    return []
  }
}

/** Stores an entry that was opened. Actions without an address are not stored. */
export function storeRecentEntry({ id, label, group, text, to, reloadDocument }: CommandEntry) {
  if (!to) return
  const entry = { id, label, group, to, ...(text && { text }), ...(reloadDocument && { reloadDocument }) }
  const others = recentEntries().filter((one) => one.id !== id)
  try {
    localStorage.setItem(key, JSON.stringify([entry, ...others].slice(0, maxRecent)))
  } catch {
    // The search then shows no recent entries.
  }
}
