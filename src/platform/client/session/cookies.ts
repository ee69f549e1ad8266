import type { Language, Scheme } from '../page/page-preferences.ts'

export const schemeCookie = 'ui_scheme'
export const languageCookie = 'ui_lang'

const year = 31_536_000
/** Over https a cookie with this prefix comes from this very host, and never from one beside or below it. */
const prefix = '__Host-'
const isSecure = () => location.protocol === 'https:'
const named = (name: string) => (isSecure() ? prefix : '') + name

/** Keeps a choice of looks or a mark of this browser, readable by scripts of this host. Never a session. */
export function setCookie(name: string, value: string, seconds = year) {
  document.cookie = `${named(name)}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure() ? '; Secure' : ''}`
}

/** What `setCookie` kept in this browser. */
export const getCookie = (name: string) => parseCookie(document.cookie, named(name))

export const setSchemeCookie = (scheme: Scheme) => setCookie(schemeCookie, scheme)
export const setLanguageCookie = (language: Language) => setCookie(languageCookie, language)

/** One cookie's value of a Cookie header or of `document.cookie`. */
export function parseCookie(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name) return value ?? ''
  }
  return null
}

/** A choice of looks that a request brings, which the server must know before it renders. */
export const getPreferenceCookie = (header: string, name: string) =>
  parseCookie(header, prefix + name) ?? parseCookie(header, name)

export function schemeFromCookies(cookies: string): Scheme {
  const value = getPreferenceCookie(cookies, schemeCookie)
  return value === 'light' || value === 'dark' ? value : 'auto'
}
