import type { ConfigReader } from './config.ts'
import { isLoopback } from '../outbound/public-address.ts'

const plainWays = [
  'public',
  'database',
  'mail',
  'store',
  'telemetry',
  'assistant',
  'analytics',
  'errors',
] as const
export type PlainConnection = (typeof plainWays)[number]

export interface TransportConfig {
  publicProtocol: 'http' | 'https'
  /** Whether browsers are told that everything below the root domain is on https only. */
  hstsSubdomains: boolean
  /** The owner's connection; null where Postgres is embedded. */
  databaseUrl: string | null
  /** The owner's direct connection, where `databaseUrl` leads to a pooler; else null. */
  databaseListenUrl: string | null
  /** Null where mail is captured instead of sent. */
  smtpUrl: string | null
  /** Whether mail waits rather than going out where the server offers no TLS. */
  mailNeedsTls: boolean
  /** Finds fault with an address of a configured server that production would call by plain http. */
  ensureEncrypted(way: PlainConnection, variable: string, address: string | null): void
}

type IsUrl = (...protocols: string[]) => (value: string) => boolean

/** How we reach others and browsers reach us. What production may do without TLS, somebody has to say. */
export function readTransport(read: ConfigReader, production: boolean, isUrl: IsUrl): TransportConfig {
  const publicProtocol = read.oneOf('PUBLIC_PROTOCOL', ['http', 'https'] as const, 'http')
  const isWay = (value: string) => (plainWays as readonly string[]).includes(value)
  const plain = read.list('ALLOW_PLAINTEXT_CONNECTIONS', [], isWay, plainWays.join(', '))
  const needsTls = (way: PlainConnection) => production && !plain.includes(way)
  const [databaseUrl, databaseListenUrl] = readDatabaseUrls(read, isUrl, needsTls('database'))
  const smtpUrl = read.optional('SMTP_URL', isUrl('smtp:', 'smtps:'), 'an smtp:// or smtps:// address')
  const hstsSubdomains = read.oneOf('HSTS_INCLUDE_SUBDOMAINS', ['on', 'off'] as const, 'off') === 'on'
  if (needsTls('public') && publicProtocol === 'http')
    read.fault(
      'PUBLIC_PROTOCOL',
      'must be https in production; ALLOW_PLAINTEXT_CONNECTIONS=public allows http, for trying it where nobody listens',
    )
  if (hstsSubdomains && publicProtocol === 'http')
    read.fault('HSTS_INCLUDE_SUBDOMAINS', 'is on, but PUBLIC_PROTOCOL is not https')
  if (needsTls('mail') && smtpUrl && loosens(smtpUrl))
    read.fault(
      'SMTP_URL',
      'must not turn TLS or its checks off in production; ALLOW_PLAINTEXT_CONNECTIONS=mail allows mail without TLS',
    )
  const mailNeedsTls = needsTls('mail') && smtpUrl !== null && !isNear(new URL(smtpUrl).hostname)
  const ensureEncrypted: TransportConfig['ensureEncrypted'] = (way, name, address) => {
    if (
      needsTls(way) &&
      address &&
      new URL(address).protocol === 'http:' &&
      !isNear(new URL(address).hostname)
    )
      read.fault(name, `must be https in production; ALLOW_PLAINTEXT_CONNECTIONS=${way} allows http`)
  }
  return {
    publicProtocol,
    hstsSubdomains,
    databaseUrl,
    databaseListenUrl,
    smtpUrl,
    mailNeedsTls,
    ensureEncrypted,
  }
}

function readDatabaseUrls(read: ConfigReader, isUrl: IsUrl, needsTls: boolean) {
  return (['DATABASE_URL', 'DATABASE_LISTEN_URL'] as const).map((name) => {
    const url = read.optional(
      name,
      (value) => isUrl('postgres:', 'postgresql:')(value) && new URL(value).pathname.length > 1,
      'a postgres:// address that names a database',
    )
    if (needsTls && url && !isCheckedOrNear(url))
      read.fault(
        name,
        'must say sslmode=verify-full in production, or lead to this machine; ALLOW_PLAINTEXT_CONNECTIONS=database allows it as it is',
      )
    return url
  }) as [string | null, string | null]
}

const isNear = (hostname: string) => {
  const host = hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || isLoopback(host)
}

/** Encrypted to a server that proved its name, or never on a network: `?host=` overrules the address and may be a socket. */
function isCheckedOrNear(address: string) {
  const { hostname, searchParams } = new URL(address)
  const host = searchParams.get('host') ?? hostname
  if (host.startsWith('/') || (host !== '' && isNear(host))) return true
  return searchParams.getAll('sslmode').join() === 'verify-full' && !searchParams.has('ssl')
}

/** Options that a mail address may carry to have less than the usual TLS. */
const loosens = (address: string) =>
  [...new URL(address).searchParams.keys()].some((name) =>
    /^(?:tls\.|secure$|ignoreTLS$|requireTLS$|opportunisticTLS$)/i.test(name),
  )
