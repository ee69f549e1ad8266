import { BlockList, isIP } from 'node:net'

/** IANA's special-purpose registry for IPv4, and Azure's metadata address, which is in public space. */
const closedV4: [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/**
 * Special ranges within global unicast: Teredo and neighbours, documentation, 6to4, AS112, documentation again.
 */
const closedV6: [network: string, bits: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

const v4 = new BlockList()
for (const [network, bits] of closedV4) v4.addSubnet(network, bits, 'ipv4')
const v6 = new BlockList()
for (const [network, bits] of closedV6) v6.addSubnet(network, bits, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Whether an address is on the public internet. For IPv6 only global unicast counts, so addresses with an
 * embedded IPv4 address (mapped, translated, tunnelled) never do.
 */
export function isPublicAddress(address: string): boolean {
  // A zone, as in fe80::1%eth0, always means a local address.
  if (address.includes('%')) return false
  const family = isIP(address)
  if (family === 4) return !v4.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !v6.check(address, 'ipv6')
}

/** Whether an address is loopback. */
export const isLoopback = (address: string) =>
  isIP(address) > 0 &&
  !address.includes('%') &&
  loopback.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
