import { hostnameFromHeader } from '#platform/http/headers/response-headers.ts'
import type { createCachedPageHandler } from '#platform/pages/cached-page-handler.ts'
import { pageCacheKey, pageVariant } from '#platform/pages/page-variant.ts'
import { schoolAttributes } from '../context/school-attributes.ts'
import type { Hosts } from '../hosts/hosts.ts'

type IdentifyPage = Parameters<typeof createCachedPageHandler>[0]['identify']

/** Identifies the cached pages of the hosts that this process knows, each in its school's language or the visitor's. */
export const identifyPages =
  (hosts: Pick<Hosts, 'cachedHost'>): IdentifyPage =>
  ({ host, address, headers }) => {
    const known = hosts.cachedHost(hostnameFromHeader(host))
    if (!known) return null
    const school = known.kind === 'school' ? known.school : null
    const school_id = school?.school_id
    return {
      key: pageCacheKey(host, address, pageVariant(headers, school?.language)),
      labels: { school_id },
      attributes: schoolAttributes(school_id),
    }
  }
