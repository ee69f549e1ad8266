import type { PersonalValues } from '#platform/client/browser-database/personal-values.ts'
import type { CommandEntry } from './palette-entries.ts'

const name = 'recent_entries'
const maxRecent = 5

/** An entry without its function and icon. */
export type StoredEntry = Pick<CommandEntry, 'id' | 'label' | 'group' | 'text' | 'to' | 'reloadDocument'>

const isEntry = (value: unknown): value is StoredEntry => {
  if (typeof value !== 'object' || value === null) return false
  const { id, label, to } = value as Record<string, unknown>
  return typeof id === 'string' && typeof label === 'string' && typeof to === 'string' && to.startsWith('/')
}

/** The entries that the person opened last in this browser, the newest first. */
export async function recentEntries(values: Pick<PersonalValues, 'get'>): Promise<StoredEntry[]> {
  const stored = await values.get(name)
  return Array.isArray(stored) ? stored.filter(isEntry).slice(0, maxRecent) : []
}

/** Stores an entry that was opened. Actions without an address are not stored. */
export async function storeRecentEntry(
  values: Pick<PersonalValues, 'get' | 'set'>,
  { id, label, group, text, to, reloadDocument }: CommandEntry,
) {
  if (!to) return
  const entry = { id, label, group, to, ...(text && { text }), ...(reloadDocument && { reloadDocument }) }
  const others = (await recentEntries(values)).filter((one) => one.id !== id)
  await values.set(name, [entry, ...others].slice(0, maxRecent))
}
