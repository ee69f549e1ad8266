/** Name and secret of HTTP Basic authentication (RFC 7617); null for another scheme or none. */
export function basicCredentials(authorization: string): { username: string; secret: string } | null {
  if (!/^basic(?: |$)/i.test(authorization)) return null
  const text = Buffer.from(authorization.slice('basic'.length).trim(), 'base64').toString()
  // The name ends at the first colon; the secret may contain more.
  const colon = text.indexOf(':')
  return colon < 0
    ? { username: text, secret: '' }
    : { username: text.slice(0, colon), secret: text.slice(colon + 1) }
}
