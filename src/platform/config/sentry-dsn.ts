/** Address and key of a Sentry-compatible service. */
export interface Dsn {
  /** The configured text. */
  text: string
  envelopeUrl: string
  publicKey: string
}

/** Parses `https://<public key>@<host>[:port][/path]/<project id>`; null for anything else. */
export function parseDsn(text: string): Dsn | null {
  if (!URL.canParse(text)) return null
  const { protocol, username, password, host, pathname, search, hash } = new URL(text)
  const [, path = '', project] = /^(.*)\/(\w{1,40})$/.exec(pathname) ?? []
  if (!/^https?:$/.test(protocol) || !/^\w{1,64}$/.test(username) || !project) return null
  // Old DSNs contained a secret key, which must never reach browsers or logs.
  if (password || search || hash) return null
  const envelopeUrl = `${protocol}//${host}${path}/api/${project}/envelope/`
  return { text, envelopeUrl, publicKey: username }
}
