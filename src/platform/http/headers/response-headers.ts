import type { Config } from '../../config/config.ts'

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
}
const year = 31_536_000

type HeaderConfig = Pick<Config, 'publicProtocol' | 'rootDomain' | 'hstsIncludeSubdomains'>

/** Headers of every response of a host. Over https they include HSTS, which browsers ignore over http. */
export function commonHeaders(config: HeaderConfig, host: string): Record<string, string> {
  if (config.publicProtocol !== 'https') return always
  // Only for the configured root: sub-domains of other domains may belong to others.
  const below = config.hstsIncludeSubdomains && host.toLowerCase() === config.rootDomain
  return { ...always, 'strict-transport-security': `max-age=${year}${below ? '; includeSubDomains' : ''}` }
}

/** Host name of a `Host` header without the port; empty if the header is missing. */
export const hostnameFromHeader = (header: string | undefined) => (header ?? '').replace(/:\d+$/, '')
