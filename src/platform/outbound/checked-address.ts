import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { OutboundError } from './outbound-error.ts'
import { isLoopback, isPublicAddress } from '../security/public-address.ts'

/** Resolves a name to all its addresses. */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>

export interface OutboundOptions {
  /** Also allows http and this machine: for development and tests only. */
  allowLoopback: boolean
}

/** Resolves with the system's resolver. */
export const resolveWithSystem: ResolveHost = (hostname) =>
  new Promise((found, failed) =>
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses))),
  )

/** Parses an address from outside, and refuses invalid ones before any DNS lookup. Throws `OutboundError`. */
export function validateOutboundUrl(address: string, { allowLoopback }: OutboundOptions): URL {
  if (!URL.canParse(address)) throw new OutboundError('address_invalid')
  const url = new URL(address)
  if (url.username || url.password) throw new OutboundError('credentials_in_address')
  const literal = unbracketedHost(url)
  const near = allowLoopback && (literal === 'localhost' || isLoopback(literal))
  if (url.protocol !== 'https:' && !(near && url.protocol === 'http:')) throw new OutboundError('not_https')
  if (isIP(literal) && !near && !isPublicAddress(literal)) throw new OutboundError('address_not_public')
  if (!near && isNearName(literal)) throw new OutboundError('address_not_public')
  return url
}

/** The host without the brackets of an IPv6 address. */
export const unbracketedHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** Names that always mean this machine or network. */
const isNearName = (host: string) => /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i.test(host)

/** Resolves the addresses to connect to. One that is not allowed refuses the whole name. */
export async function resolvePublicAddresses(
  url: URL,
  resolve: ResolveHost,
  reach: OutboundOptions,
): Promise<LookupAddress[]> {
  const host = unbracketedHost(url)
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await lookUp(host, resolve)
  if (addresses.length === 0) throw new OutboundError('name_not_found')
  const near = reach.allowLoopback && addresses.every(({ address }) => isLoopback(address))
  if (near) return addresses
  // A name that a test's configuration allows as local must resolve to loopback.
  if (url.protocol !== 'https:' || !addresses.every(({ address }) => isPublicAddress(address)))
    throw new OutboundError('address_not_public')
  return addresses
}

async function lookUp(host: string, resolve: ResolveHost) {
  try {
    return await resolve(host)
  } catch (error) {
    throw new OutboundError('name_not_found', error)
  }
}
