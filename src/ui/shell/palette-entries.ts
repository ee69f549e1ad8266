import { useEffect, useSyncExternalStore } from 'react'

/** An entry of the command palette (Ctrl+K). */
export interface CommandEntry {
  id: string
  label: string
  /** Heading of the group. */
  group: string
  text?: string
  /** Address to open; or … */
  to?: string
  /** … function to run. */
  run?: () => void
  /** Loads the document, for public pages. */
  reloadDocument?: boolean
  keywords?: string
}

/** Searches while the user types, such as courses and people by name. */
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

/** Entries in which a word begins with each typed word, in their order. */
export function filterEntries(entries: readonly CommandEntry[], query: string): CommandEntry[] {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const queryWords = plain(query).split(/\s+/).filter(Boolean)
  return entries.filter(({ label, text = '', keywords = '' }) => {
    const words = plain(`${label} ${text} ${keywords}`)
    return queryWords.every((part) => words.includes(part))
  })
}
