import { domainToASCII } from 'node:url'
import { isIP } from 'node:net'

export type DomainNameError = 'domain_invalid' | 'domain_reserved'

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** Normalises a typed or pasted domain: without scheme, path, port and trailing dot, in lower case ASCII. */
export function normalizeDomain(given: string): string {
  const host = given
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[/?#][^]*$/, '')
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')
  return domainToASCII(host.toLowerCase())
}

/** Why a normalised name cannot be a custom domain; null if it can. */
export function validateDomainName(domain: string, rootDomain: string): DomainNameError | null {
  if (domain === rootDomain || domain.endsWith(`.${rootDomain}`)) return 'domain_reserved'
  const labels = domain.split('.')
  const ending = labels.at(-1)!
  const sound =
    domain.length <= 253 &&
    labels.length >= 2 &&
    labels.every((one) => label.test(one)) &&
    isIP(domain) === 0 &&
    !/^\d+$/.test(ending) &&
    !reserved.has(ending)
  return sound ? null : 'domain_invalid'
}

/** Names that do not resolve, or only within a private network. */
const reserved = new Set(['localhost', 'local', 'internal', 'invalid', 'onion', 'arpa'])

/** Name of the TXT record that verifies a domain. */
export const verificationHost = (domain: string) => `_school-verification.${domain}`
