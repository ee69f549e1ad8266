/** The OpenID Connect issuer that every school's people can log in with. */
export interface OidcConfig {
  issuer: string
  clientId: string
  clientSecret: string
  /** What the login page calls it. */
  name: string
}

interface Reader {
  fault(name: string, what: string): void
  optional(name: string, test: (value: string) => boolean, wanted: string): string | null
  text(name: string, fallback: string, test?: (value: string) => boolean, wanted?: string): string
}

/** The issuer that OIDC_* names; null where none is. */
export function readOidc(read: Reader, env: NodeJS.ProcessEnv, production: boolean): OidcConfig | null {
  const wanted = `an ${production ? 'https://' : 'http:// or https://'} address`
  const issuer = read.optional('OIDC_ISSUER', (value) => isIssuer(value, production), wanted)
  const clientId = env.OIDC_CLIENT_ID?.trim()
  const clientSecret = env.OIDC_CLIENT_SECRET?.trim()
  if (!env.OIDC_ISSUER?.trim()) {
    for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])
      if (env[name]?.trim()) read.fault(name, 'is set, but OIDC_ISSUER is not')
    return null
  }
  if (!clientId) read.fault('OIDC_CLIENT_ID', 'is required with OIDC_ISSUER')
  if (!clientSecret) read.fault('OIDC_CLIENT_SECRET', 'is required with OIDC_ISSUER')
  const name = read.text('OIDC_NAME', 'Google', (value) => value.length <= 40, 'at most 40 characters')
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, name } : null
}

function isIssuer(value: string, production: boolean) {
  if (!URL.canParse(value)) return false
  const { protocol, search, hash, username, password } = new URL(value)
  const plain = !search && !hash && !username && !password
  return plain && (protocol === 'https:' || (!production && protocol === 'http:'))
}
