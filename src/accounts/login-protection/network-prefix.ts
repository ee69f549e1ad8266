import { isIPv4, isIPv6 } from 'node:net'

/** Network part of an address, precise enough to recognise a place but not a person. Empty without an address. */
export function networkPrefix(address: string): string {
  const v4 = address.replace(/^::ffff:/i, '')
  if (isIPv4(v4)) return v4.replace(/\.\d+$/, '.x')
  if (!isIPv6(address)) return ''
  const [front = '', back] = address.split('%')[0]!.split('::')
  const parts = front ? front.split(':') : []
  const rest = back ? back.split(':') : []
  const groups = back === undefined ? parts : [...parts, ...zeros(8 - parts.length - rest.length), ...rest]
  return `${groups.slice(0, 3).join(':')}:x`
}

const zeros = (count: number) => Array.from({ length: Math.max(0, count) }, () => '0')
