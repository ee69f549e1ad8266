import { isIP } from 'node:net'
import type { ConfigReader } from './config.ts'
import { defaultMaxConnections } from '../http/connection-limits.ts'

export interface ConnectionConfig {
  /** Addresses, networks and the names loopback, linklocal and uniquelocal. */
  trustedProxies: string[]
  /** Who may ask which hosts get a certificate; in the same form. */
  tlsAskFrom: string[]
  /** Connections that are held open in all, and for one address that is no trusted proxy. */
  maxConnections: number
  maxConnectionsPerAddress: number
}

/** Which proxies are believed, and how many connections are held. */
export function readConnections(read: Pick<ConfigReader, 'list' | 'number'>): ConnectionConfig {
  const maxConnections = read.number('MAX_CONNECTIONS', defaultMaxConnections(), { min: 10, max: 100_000 })
  const perAddress = { min: 1, max: maxConnections }
  const proxies = (name: string, fallback: string[]) =>
    read.list(name, fallback, isProxy, `addresses, networks or ${proxyNames.join(', ')}`)
  return {
    trustedProxies: proxies('TRUSTED_PROXIES', []),
    tlsAskFrom: proxies('TLS_ALLOWED_CLIENTS', ['loopback']),
    maxConnections,
    maxConnectionsPerAddress: read.number(
      'MAX_CONNECTIONS_PER_ADDRESS',
      Math.min(500, maxConnections),
      perAddress,
    ),
  }
}

const proxyNames = ['loopback', 'linklocal', 'uniquelocal']

const isProxy = (value: string) => {
  if (proxyNames.includes(value)) return true
  const [address = '', bits, ...rest] = value.split('/')
  const widest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    rest.length === 0 &&
    widest >= 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest))
  )
}
