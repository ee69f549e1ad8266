const secret = /token|code|secret|password|signature|email/i

/** Returns the address of a page as it may be stored: path and query, without host, fragment and credentials. */
export function redactUrl(address: string): string {
  const base = 'http://school.invalid'
  if (!URL.canParse(address, base)) return '/'
  const { pathname, searchParams } = new URL(address, base)
  // Copied first: deleting during iteration skips the next entry.
  const names = Array.from(searchParams.keys())
  for (const name of names) if (secret.test(name)) searchParams.delete(name)
  const query = searchParams.toString()
  return `${pathname}${query && `?${query}`}`
}
