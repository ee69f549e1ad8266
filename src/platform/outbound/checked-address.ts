import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { OutboundError } from './outbound-error.ts'
import { isLoopback, isPublicAddress } from './public-address.ts'

/** Every address that a name stands for. */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>

export interface OutboundOptions {
  /** Also plain http, and also this machine: for development and tests only. */
  allowLoopback: boolean
}

/** Asks the system, as a browser on this machine would. */
export const resolveWithSystem: ResolveHost = (hostname) =>
  new Promise((found, failed) =>
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses))),
  )

/** Reads an address that somebody gave, and refuses what can never be called, before any name is looked up. */
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

/** Names that stand for this machine or this network everywhere. */
const isNearName = (host: string) => /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i.test(host)

/** The addresses to connect to. One that may not be called refuses the name as a whole. */
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
  // A name that a test's configuration let pass as near has to be near.
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
