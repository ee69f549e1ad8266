const secret = /token|code|secret|password|signature|email/i

/** The address of a page as it may be kept: path and query, without host, fragment and anything that lets somebody in. */
export function redactUrl(address: string): string {
  const base = 'http://school.invalid'
  if (!URL.canParse(address, base)) return '/'
  const { pathname, searchParams } = new URL(address, base)
  // Listed first: deleting while walking passes over the next.
  const names = Array.from(searchParams.keys())
  for (const name of names) if (secret.test(name)) searchParams.delete(name)
  const query = searchParams.toString()
  return `${pathname}${query && `?${query}`}`
}
