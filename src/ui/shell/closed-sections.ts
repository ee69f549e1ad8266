import { getCookie, menuCookie, setCookie } from '#platform/client/session/cookies.ts'
import type { NavSection } from './navigation.ts'

/** The sections of the menu that are closed in this browser. */
export const closedSections = () => (getCookie(menuCookie) ?? '').split('.').filter(Boolean) as NavSection[]

export const storeClosedSections = (sections: readonly NavSection[]) =>
  setCookie(menuCookie, sections.join('.'))
