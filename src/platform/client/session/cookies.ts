import type { Language, Scheme } from '../api/request-context.ts'

export const schemeCookie = 'ui_scheme'
export const languageCookie = 'ui_lang'

const year = 31_536_000
/** Over https a cookie with this prefix comes from this very host, and never from one beside or below it. */
const prefix = '__Host-'
const isSecure = () => location.protocol === 'https:'
const named = (name: string) => (isSecure() ? prefix : '') + name

/** Keeps a choice of looks or a mark of this browser, readable by scripts of this host. Never a session. */
export function keepCookie(name: string, value: string, seconds = year) {
  document.cookie = `${named(name)}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure() ? '; Secure' : ''}`
}

/** What `keepCookie` kept in this browser. */
export const keptCookie = (name: string) => cookieValue(document.cookie, named(name))

export const keepScheme = (scheme: Scheme) => keepCookie(schemeCookie, scheme)
export const keepLanguage = (language: Language) => keepCookie(languageCookie, language)

/** One cookie's value of a Cookie header or of `document.cookie`. */
export function cookieValue(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name) return value ?? ''
  }
  return null
}

/** A choice of looks that a request brings, which the server must know before it renders. */
export const chosenLook = (header: string, name: string) =>
  cookieValue(header, prefix + name) ?? cookieValue(header, name)

export function schemeOf(cookies: string): Scheme {
  const value = chosenLook(cookies, schemeCookie)
  return value === 'light' || value === 'dark' ? value : 'auto'
}
