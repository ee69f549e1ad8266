import { useEffect, useSyncExternalStore, type ComponentType } from 'react'
import { foldedWords, resembles } from '#lib/text-matches/text-matches.ts'

/** An entry of the command palette (Ctrl+K). */
export interface CommandEntry {
  id: string
  label: string
  /** Heading of the group. */
  group: string
  text?: string
  icon?: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  /** Address to open; or … */
  to?: string
  /** … function to run. */
  run?: () => void
  /** Loads the document, for public pages. */
  reloadDocument?: boolean
  keywords?: string
}

/** Searches while the user types, such as courses and people by name; suggests entries for an empty query. */
export type CommandSearch = (query: string, signal: AbortSignal) => Promise<CommandEntry[]>

interface Registered {
  entries: readonly CommandEntry[]
  searches: readonly CommandSearch[]
}

let registered: Registered = { entries: [], searches: [] }
const listeners = new Set<() => void>()

function change(next: Registered) {
  registered = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useCommandRegistry = () =>
  useSyncExternalStore(
    subscribe,
    () => registered,
    () => registered,
  )

/** Adds actions to the command palette while the component is mounted. Memoise the list with `useMemo`. */
export function useCommandEntries(entries: readonly CommandEntry[]) {
  useEffect(() => {
    change({ ...registered, entries: [...registered.entries, ...entries] })
    return () =>
      change({ ...registered, entries: registered.entries.filter((one) => !entries.includes(one)) })
  }, [entries])
}

/** Adds a server search to the command palette while the component is mounted. Memoise the function. */
export function useCommandSearch(search: CommandSearch) {
  useEffect(() => {
    change({ ...registered, searches: [...registered.searches, search] })
    return () => change({ ...registered, searches: registered.searches.filter((one) => one !== search) })
  }, [search])
}

/**
 * Entries in which a word begins with each typed word, entries whose label begins so first. If there are none, each word
 * may have one typing error.
 */
export function filterEntries(entries: readonly CommandEntry[], query: string): CommandEntry[] {
  const typed = foldedWords(query)
  if (typed.length === 0) return [...entries]
  const indexed = entries.map((entry) => ({
    entry,
    label: foldedWords(entry.label),
    words: foldedWords(`${entry.label} ${entry.text ?? ''} ${entry.keywords ?? ''}`),
  }))
  const matching = (fits: (word: string, part: string) => boolean) =>
    indexed.filter(({ words }) => typed.every((part) => words.some((word) => fits(word, part))))
  const exact = matching((word, part) => word.startsWith(part))
  const found = exact.length > 0 ? exact : matching(resembles)
  const startsSo = ({ label }: (typeof indexed)[number]) => (label[0]?.startsWith(typed[0]!) ? 0 : 1)
  return found.toSorted((one, other) => startsSo(one) - startsSo(other)).map(({ entry }) => entry)
}
