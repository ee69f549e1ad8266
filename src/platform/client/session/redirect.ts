/**
 * Returns `target` if it is a path of this origin, else `fallback`. Refuses everything that a browser could read
 * as another host or a script.
 */
export function safeRedirect(target: string | null | undefined, fallback = '/'): string {
  if (!target || target.length > 2_000 || !target.startsWith('/')) return fallback
  // Browsers remove tabs and line ends from an address and treat a backslash as a slash; a real address is plain
  // ASCII.
  if (!/^[!-[\]-~]+$/.test(target) || target.startsWith('//')) return fallback
  const home = 'http://here.invalid'
  if (!URL.canParse(target, home)) return fallback
  const address = new URL(target, home)
  // Dot segments may have turned `/.//evil` into a path that starts with two slashes.
  if (address.origin !== home || address.pathname.startsWith('//')) return fallback
  if (/^\/(login|register)\/?$/.test(address.pathname)) return fallback
  return address.pathname + address.search + address.hash
}

/** Login address for a visitor, with the current page as return address. */
export function loginUrl(addressBar: { pathname: string; search: string }): string {
  const original = addressBar.pathname + addressBar.search
  return original === '/' ? '/login' : `/login?redirect=${encodeURIComponent(original)}`
}
