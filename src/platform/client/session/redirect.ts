/**
 * The path to go to after login: `wanted` when it is a path of this very origin, else `fallback`.
 * Everything that a browser could read as another host or as a script is refused.
 */
export function safeRedirect(target: string | null | undefined, fallback = '/'): string {
  if (!target || target.length > 2_000 || !target.startsWith('/')) return fallback
  // Browsers drop tabs and line ends from an address and read a backslash as a slash; a real address is plain ASCII.
  if (!/^[!-[\]-~]+$/.test(target) || target.startsWith('//')) return fallback
  const home = 'http://here.invalid'
  if (!URL.canParse(target, home)) return fallback
  const address = new URL(target, home)
  // Dots may have folded `/.//evil` into a path that starts with two slashes.
  if (address.origin !== home || address.pathname.startsWith('//')) return fallback
  if (/^\/(login|register)\/?$/.test(address.pathname)) return fallback
  return address.pathname + address.search + address.hash
}

/** Where a visitor who is not logged in is sent: back to `place` after login. */
export function loginUrl(addressBar: { pathname: string; search: string }): string {
  const original = addressBar.pathname + addressBar.search
  return original === '/' ? '/login' : `/login?redirect=${encodeURIComponent(original)}`
}
