import type { Language, Scheme } from './request-context.ts'

export const schemeCookie = 'ui_scheme'
export const languageCookie = 'ui_lang'

const year = 365 * 24 * 60 * 60

/** A choice of looks, which the server must know before it renders. Never a session. */
function keep(name: string, value: string) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${value}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`
}

export const keepScheme = (scheme: Scheme) => keep(schemeCookie, scheme)
export const keepLanguage = (language: Language) => keep(languageCookie, language)

/** One cookie's value of a Cookie header or of `document.cookie`. */
export function readCookie(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name) return value ?? ''
  }
  return null
}

export function schemeOf(cookies: string): Scheme {
  const value = readCookie(cookies, schemeCookie)
  return value === 'light' || value === 'dark' ? value : 'auto'
}
