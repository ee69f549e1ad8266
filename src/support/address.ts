/** How `school_hosts` writes what somebody typed or pasted: a name below the root domain, or a domain of its own. */
export function hostNameOf(typed: string, rootDomain: string): string {
  const host = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[/?#:]/, 1)[0]!
    .replace(/\.$/, '')
  return host.endsWith(`.${rootDomain}`) ? host.slice(0, -rootDomain.length - 1) : host
}
