import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the network that limits count: an IPv4 address itself, or the /64 of an IPv6 address, which one
 * customer gets (RFC 6177). IPv4 in IPv6 notation counts as IPv4. Other texts are returned unchanged.
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

/** The eight groups of an IPv6 address in any notation. */
function groupsOf(address: string): number[] {
  // A URL contains the canonical form (RFC 5952), without dotted parts.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [front, back] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = back ? Array.from({ length: 8 - front!.length - back.length }, () => '0') : []
  return [...front!, ...zeros, ...(back ?? [])].map((group) => Number.parseInt(group, 16))
}
