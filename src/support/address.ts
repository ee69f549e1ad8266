/** The host that somebody means who typed or pasted an address: a bare name is one below the root domain. */
export function parseHostName(typed: string, rootDomain: string): string {
  const host = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[/?#:]/, 1)[0]!
    .replace(/\.$/, '')
  return host.includes('.') ? host : `${host}.${rootDomain}`
}
