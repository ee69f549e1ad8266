import { setCookie, getCookie } from './cookies.ts'

const cookie = 'ui_oidc'
const seconds = 3_600

/** What this browser shows when a login that it began elsewhere comes back; null where it began none. */
export const getOidcBinding = () => getCookie(cookie)

/** The same, made where there is none yet: all tabs of the browser share one. It opens nothing by itself. */
export function ensureOidcBinding(): string {
  const binding = getOidcBinding() || newBinding()
  setCookie(cookie, binding, seconds)
  return binding
}

function newBinding() {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
