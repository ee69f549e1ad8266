import type { IncomingHttpHeaders } from 'node:http'
import { getPreferenceCookie, languageCookie, schemeFromCookies } from '../client/session/cookies.ts'
import { isLanguage, languageOr, type Language } from '#lib/languages/languages.ts'
import type { Scheme } from '../client/page/page-preferences.ts'
import { preferredLanguage } from '../http/headers/content-negotiation.ts'

/** Cache key of a public page: everything that it depends on besides its tenant. */
export function pageCacheKey(
  host: string,
  { path, search }: { path: string; search: string },
  { locale, scheme }: { locale: Language; scheme: Scheme },
) {
  return `${host} ${path}${search} ${locale} ${scheme}`
}

/** Language and colour scheme of a page for a visitor. `fallback` is used if the visitor prefers no supported language. */
export function pageVariant(headers: IncomingHttpHeaders, fallback: string | undefined) {
  const cookies = headers.cookie ?? ''
  return {
    locale: localeOf(cookies, headers['accept-language'], fallback),
    scheme: schemeFromCookies(cookies),
  }
}

/** The language that the visitor chose, else the browser's preferred supported one, else the fallback. */
function localeOf(cookies: string, accepted: string | undefined, fallback: string | undefined): Language {
  const chosen = getPreferenceCookie(cookies, languageCookie)
  if (isLanguage(chosen)) return chosen
  return preferredLanguage(accepted, languageOr(fallback))
}
