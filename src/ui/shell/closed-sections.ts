import type { NavSection } from './navigation.ts'

const key = 'closed_menu_sections'

/** The sections of the menu that are closed in this browser; none if the browser stores nothing. */
export function closedSections(): NavSection[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one): one is NavSection => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function storeClosedSections(sections: readonly NavSection[]) {
  try {
    localStorage.setItem(key, JSON.stringify(sections))
  } catch {
    // The menu is then open again at the next visit.
  }
}
