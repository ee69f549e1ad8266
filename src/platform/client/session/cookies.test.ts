import { afterEach, expect, test, vi } from 'vitest'
import { getPreferenceCookie, setCookie, setSchemeCookie, getCookie, schemeFromCookies } from './cookies.ts'

/** Simulates `document.cookie`: a write adds a cookie, a read returns names and values. */
function browserAt(protocol: string) {
  const written: string[] = []
  vi.stubGlobal('location', { protocol })
  vi.stubGlobal('document', {
    get cookie() {
      return written.map((line) => line.split(';')[0]).join('; ')
    },
    set cookie(line: string) {
      written.push(line)
    },
  })
  return written
}
afterEach(() => vi.unstubAllGlobals())

test('limits a cookie to this host over https', () => {
  const written = browserAt('https:')
  setSchemeCookie('dark')
  setCookie('ui_oidc', 'binding', 3_600)
  expect(written).toEqual([
    '__Host-ui_scheme=dark; Path=/; Max-Age=31536000; SameSite=Lax; Secure',
    '__Host-ui_oidc=binding; Path=/; Max-Age=3600; SameSite=Lax; Secure',
  ])
  expect(getCookie('ui_oidc')).toBe('binding')
})

test('ignores cookies that another host may have set, over https', () => {
  browserAt('https:')
  document.cookie = 'ui_sign_in=forged; Domain=lyceum.test'
  expect(getCookie('ui_oidc')).toBeNull()
})

test('has no prefix over http on loopback, where a browser would refuse it', () => {
  const written = browserAt('http:')
  setSchemeCookie('light')
  expect(written).toEqual(['ui_scheme=light; Path=/; Max-Age=31536000; SameSite=Lax'])
  expect(getCookie('ui_scheme')).toBe('light')
})

test('prefers a request’s cookie with the prefix', () => {
  expect(schemeFromCookies('ui_scheme=dark; __Host-ui_scheme=light')).toBe('light')
  expect(schemeFromCookies('ui_scheme=dark')).toBe('dark')
  expect(schemeFromCookies('my__Host-ui_scheme=dark; ui_scheme=pink')).toBe('auto')
  expect(getPreferenceCookie('', 'ui_lang')).toBeNull()
})
