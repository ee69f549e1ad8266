import type { ConfigReader } from './config.ts'

const plainWays = ['public', 'database', 'mail'] as const
export type PlainWay = (typeof plainWays)[number]

export interface TransportConfig {
  publicProtocol: 'http' | 'https'
  /** Whether browsers are told that everything below the root domain is on https only. */
  hstsSubdomains: boolean
  /** What may go over a network unencrypted in production, because somebody said so. */
  plainConnections: PlainWay[]
}

/** How browsers reach us, and which ways may be without TLS. */
export function readTransport(read: ConfigReader, production: boolean): TransportConfig {
  const publicProtocol = read.oneOf('PUBLIC_PROTOCOL', ['http', 'https'] as const, 'http')
  const isWay = (value: string) => (plainWays as readonly string[]).includes(value)
  const plainConnections = read.list('PLAIN_CONNECTIONS', [], isWay, plainWays.join(', ')) as PlainWay[]
  const hstsSubdomains = read.oneOf('HSTS_SUBDOMAINS', ['on', 'off'] as const, 'off') === 'on'
  if (production && publicProtocol === 'http' && !plainConnections.includes('public'))
    read.fault(
      'PUBLIC_PROTOCOL',
      'must be https in production; PLAIN_CONNECTIONS=public allows http, for trying it where nobody listens',
    )
  if (hstsSubdomains && publicProtocol === 'http')
    read.fault('HSTS_SUBDOMAINS', 'is on, but PUBLIC_PROTOCOL is not https')
  return { publicProtocol, hstsSubdomains, plainConnections }
}
