/** Host of a typed or pasted address: a bare name is a sub-domain of the root domain. */
export function parseHostName(input: string, rootDomain: string): string {
  const host = input
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[/?#:]/, 1)[0]!
    .replace(/\.$/, '')
  return host.includes('.') ? host : `${host}.${rootDomain}`
}
