import { useEffect, useSyncExternalStore } from 'react'

/** Something that Ctrl+K finds. */
export interface CommandEntry {
  id: string
  label: string
  /** The heading that it stands under. */
  group: string
  text?: string
  /** Where it leads, or … */
  to?: string
  /** … what it does. */
  run?: () => void
  /** Full page load, for public pages. */
  reloadDocument?: boolean
  keywords?: string
}

/** Answers while somebody types, such as courses and people by name. */
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

/** Adds actions to Ctrl+K as long as the component is on screen. Keep the list stable with `useMemo`. */
export function useCommandEntries(entries: readonly CommandEntry[]) {
  useEffect(() => {
    change({ ...registered, entries: [...registered.entries, ...entries] })
    return () =>
      change({ ...registered, entries: registered.entries.filter((one) => !entries.includes(one)) })
  }, [entries])
}

/** Lets Ctrl+K look things up on the server. Keep the function stable. */
export function useCommandSearch(search: CommandSearch) {
  useEffect(() => {
    change({ ...registered, searches: [...registered.searches, search] })
    return () => change({ ...registered, searches: registered.searches.filter((one) => one !== search) })
  }, [search])
}

/** Entries whose words all begin with what was typed, in their own order. */
export function filterEntries(entries: readonly CommandEntry[], query: string): CommandEntry[] {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const queryWords = plain(query).split(/\s+/).filter(Boolean)
  return entries.filter(({ label, text = '', keywords = '' }) => {
    const words = plain(`${label} ${text} ${keywords}`)
    return queryWords.every((part) => words.includes(part))
  })
}
