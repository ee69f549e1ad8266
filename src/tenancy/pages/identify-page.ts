import { hostnameFromHeader } from '#platform/http/headers/response-headers.ts'
import type { createCachedPageHandler } from '#platform/pages/cached-page-handler.ts'
import { pageCacheKey, pageVariant } from '#platform/pages/page-variant.ts'
import { schoolAttributes } from '../context/school-attributes.ts'
import type { Hosts } from '../hosts/hosts.ts'

type IdentifyPage = Parameters<typeof createCachedPageHandler>[0]['identify']

/** Identifies cached pages of hosts in the cache, in the visitor's language or that of the school. */
export const identifyPages =
  (hosts: Pick<Hosts, 'cachedHost'>): IdentifyPage =>
  ({ host, address, headers }) => {
    const cached = hosts.cachedHost(hostnameFromHeader(host))
    if (!cached) return null
    const school = cached.kind === 'school' ? cached.school : null
    const school_id = school?.school_id
    return {
      key: pageCacheKey(host, address, pageVariant(headers, school?.language)),
      labels: { school_id },
      attributes: schoolAttributes(school_id),
    }
  }
