/** Address parameters whose change takes the place of the current history entry. A change of `topic` adds an entry. */
const replacing = ['selected_course_id', 'creator_preview'] as const

interface Address {
  origin: string
  pathname: string
  search: string
}

/**
 * Whether going from one address to another replaces the current history entry: another course or the preview is
 * opened, or one of them is closed on the same page.
 */
export function replacesHistoryEntry(from: Address, to: Address): boolean {
  if (from.origin !== to.origin) return false
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)]
  return replacing.some((name) => {
    const value = after.get(name)
    return value !== before.get(name) && (value !== null || from.pathname === to.pathname)
  })
}
