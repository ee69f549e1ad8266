import type { Language } from '#lib/languages/languages.ts'
import type { Scheme } from '../page/page-preferences.ts'

export const schemeCookie = 'ui_scheme'
export const languageCookie = 'ui_lang'
/** Closed sections of the menu, separated by dots. */
export const menuCookie = 'ui_menu'
/** Height of the rows of tables. */
export const densityCookie = 'ui_density'
/** Level of the plan's limits whose notice was hidden. */
export const planNoticeCookie = 'ui_plan_notice'

const year = 31_536_000
/** Over https a cookie with this prefix can only come from this host, not from a neighbour or sub-domain. */
const prefix = '__Host-'
const isSecure = () => location.protocol === 'https:'
const named = (name: string) => (isSecure() ? prefix : '') + name

/** Stores an appearance setting or a mark of this browser, readable by scripts of this host. Never a session. */
export function setCookie(name: string, value: string, seconds = year) {
  document.cookie = `${named(name)}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure() ? '; Secure' : ''}`
}

/** Reads a cookie of `setCookie`. */
export const getCookie = (name: string) => parseCookie(document.cookie, named(name))

/** Stores the colour scheme that the visitor chose. */
export const setSchemeCookie = (scheme: Scheme) => setCookie(schemeCookie, scheme)

/** Stores the language that the visitor chose. */
export const setLanguageCookie = (language: Language) => setCookie(languageCookie, language)

/** Value of one cookie in a Cookie header or `document.cookie`. */
export function parseCookie(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name) return value ?? ''
  }
  return null
}

/** An appearance setting of a request, which the server needs for rendering. */
export const getPreferenceCookie = (header: string, name: string) =>
  parseCookie(header, prefix + name) ?? parseCookie(header, name)

/** Colour scheme that the visitor chose; `auto` without a valid cookie. */
export function schemeFromCookies(cookies: string): Scheme {
  const value = getPreferenceCookie(cookies, schemeCookie)
  return value === 'light' || value === 'dark' ? value : 'auto'
}
