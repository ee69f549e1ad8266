import type { Config } from '../../config/config.ts'

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
}
const year = 31_536_000

type Wanted = Pick<Config, 'publicProtocol' | 'rootDomain' | 'hstsIncludeSubdomains'>

/**
 * What goes with every answer to a host. Over https browsers are told to stay there, which those that came by plain
 * http do not believe.
 */
export function commonHeaders(config: Wanted, host: string): Record<string, string> {
  if (config.publicProtocol !== 'https') return always
  // Only for the configured root: hosts below any other domain may belong to somebody else.
  const below = config.hstsIncludeSubdomains && host.toLowerCase() === config.rootDomain
  return { ...always, 'strict-transport-security': `max-age=${year}${below ? '; includeSubDomains' : ''}` }
}

export const hostnameFromHeader = (header: string | undefined) => (header ?? '').replace(/:\d+$/, '')
