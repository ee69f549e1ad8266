import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network that a limit counts: an IPv4 address as it is, of an IPv6 address its /64, which one customer is given
 * whole (RFC 6177). An IPv4 address that is written as IPv6 is the same network. Any other text is returned unchanged.
 */
export function clientNetwork(address: string): string {
  if (isIPv4(address)) return address
  const plain = address.split('%')[0]!
  if (!isIPv6(plain)) return address
  const groups = groupsOf(plain)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

const bytesOf = (group: number) => [group >> 8, group & 255]

/** The eight groups of an IPv6 address, whichever way it is written. */
function groupsOf(address: string): number[] {
  // A URL holds the canonical form (RFC 5952), without dotted parts.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [front, back] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = back ? Array.from({ length: 8 - front!.length - back.length }, () => '0') : []
  return [...front!, ...zeros, ...(back ?? [])].map((group) => Number.parseInt(group, 16))
}
