import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { OutboundError } from './outbound-error.ts'
import { isLoopback, isPublicAddress } from './public-address.ts'

/** Every address that a name stands for. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

export interface Reach {
  /** Also plain http, and also this machine: for development and tests only. */
  allowLoopback: boolean
}

/** Asks the system, as a browser on this machine would. */
export const resolveBySystem: Resolve = (hostname) =>
  new Promise((found, failed) =>
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses))),
  )

/** Reads an address that somebody gave, and refuses what can never be called, before any name is looked up. */
export function checkedUrl(address: string, { allowLoopback }: Reach): URL {
  if (!URL.canParse(address)) throw new OutboundError('address_invalid')
  const url = new URL(address)
  if (url.username || url.password) throw new OutboundError('credentials_in_address')
  const literal = hostOf(url)
  const near = allowLoopback && (literal === 'localhost' || isLoopback(literal))
  if (url.protocol !== 'https:' && !(near && url.protocol === 'http:')) throw new OutboundError('not_https')
  if (isIP(literal) && !near && !isPublicAddress(literal)) throw new OutboundError('address_not_public')
  if (!near && isNearName(literal)) throw new OutboundError('address_not_public')
  return url
}

/** The host without the brackets of an IPv6 address. */
export const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** Names that stand for this machine or this network everywhere. */
const isNearName = (host: string) => /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i.test(host)

/** The addresses to connect to. One that may not be called refuses the name as a whole. */
export async function checkedAddresses(url: URL, resolve: Resolve, reach: Reach): Promise<LookupAddress[]> {
  const host = hostOf(url)
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

async function lookUp(host: string, resolve: Resolve) {
  try {
    return await resolve(host)
  } catch (error) {
    throw new OutboundError('name_not_found', error)
  }
}
