/** The host that somebody means who typed or pasted an address: a bare name is one below the root domain. */
export function parseHostName(input: string, rootDomain: string): string {
  const host = input
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[/?#:]/, 1)[0]!
    .replace(/\.$/, '')
  return host.includes('.') ? host : `${host}.${rootDomain}`
}
