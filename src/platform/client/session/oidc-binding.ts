import { setCookie, getCookie } from './cookies.ts'

const cookie = 'ui_oidc'
const seconds = 3_600

/** Secret that binds a login over an issuer to this browser; null if none was started. */
export const getOidcBinding = () => getCookie(cookie)

/** The same, generated if absent: all tabs of the browser share it. It grants no access by itself. */
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
