import { LRUCache } from 'lru-cache'
import type { Brand } from './brand.ts'
import type { Config } from '#platform/config/config.ts'
import type { School } from './school.ts'
import type { Database } from '#platform/database/database.server.ts'
import { loadSchool } from './load-school.ts'
import { createRootHosts, type RootHosts } from './root-hosts.ts'

export type Host =
  | { kind: 'root'; brand: Brand }
  | { kind: 'api'; brand: Brand }
  | { kind: 'school'; school: School }

/** Brand of a host: that of its school or root. */
export const brandForHost = (host: Host): Brand => (host.kind === 'school' ? host.school.brand : host.brand)

export interface Hosts {
  /** Kind of a host name; null if it is not ours. */
  resolve(hostname: string): Promise<Host | null>
  /** The same synchronously, for cached hosts; null otherwise. */
  cachedHost(hostname: string): Host | null
  byId(school_id: string): Promise<School | null>
  /** Brand of a key; the platform's for an empty or unknown key. */
  brand(key: string | null): Promise<Brand>
  /** Brand of an unknown host: of a reseller's or the platform's root above it, or null. */
  brandAbove(hostname: string): Promise<Brand | null>
  /** Whether an erased school had this sub-domain, which is still reserved. */
  isGone(hostname: string): Promise<boolean>
  /** Drops cached data of one school, or everything. */
  evict(school_id?: string): void
}

const maxEntries = 5_000

/** Creates a lookup of hosts and schools, with a cache in the process that `forget` clears. */
export function createHosts(config: Config, db: Database): Hosts {
  const byHost: Cache<string | null> = new LRUCache({ max: maxEntries })
  const schools: Cache<School | null> = new LRUCache({ max: maxEntries })
  const roots = createRootHosts(config, db)
  const byId = (school_id: string) =>
    cached(schools, school_id, async () => loadSchool(db, school_id, await roots.all()))
  const lookup = { config, db, roots, byHost, byId }

  return {
    byId,
    brand: async (key) => (await roots.all()).get(key ?? '') ?? roots.own,
    brandAbove: (hostname) => brandAbove(lookup, normal(hostname)),
    async isGone(hostname) {
      const { parent, label } = parted(normal(hostname))
      return roots.at(parent) !== undefined && isTombstone(db, label)
    },
    resolve: (hostname) => resolveHost(lookup, normal(hostname)),
    cachedHost(host) {
      const root = roots.host(host)
      if (root) return root
      const school_id = byHost.get(host)?.value
      const school = school_id && schools.get(school_id)?.value
      return school ? { kind: 'school', school } : null
    },
    evict(school_id) {
      if (school_id) {
        schools.delete(school_id)
        deleteHostsOf(byHost, school_id)
        return
      }
      roots.evict()
      byHost.clear()
      schools.clear()
    },
  }
}

interface HostLookup {
  config: Config
  db: Database
  roots: RootHosts
  /** School ids by host. */
  byHost: Cache<string | null>
  byId: (school_id: string) => Promise<School | null>
}

async function resolveHost(lookup: HostLookup, host: string): Promise<Host | null> {
  const { config, roots, byHost, byId } = lookup
  // Our own root host works while the database is unavailable, and resellers' from the last read.
  if (host !== config.rootDomain) await roots.all().catch(() => {})
  const root = roots.host(host)
  if (root) return root
  if (!/^[a-z0-9.-]{1,253}$/.test(host)) return null
  const school_id = await cached(byHost, host, () => findSchoolId(lookup, host))
  // Unknown names would fill the cache, and a new school must be found at once.
  if (!school_id) byHost.delete(host)
  const school = school_id && (await byId(school_id))
  return school ? { kind: 'school', school } : null
}

/**
 * A host below a reseller's root is a school of that root; below ours any school, whose pages redirect to its
 * canonical host.
 */
async function findSchoolId({ config, db, roots, byId }: HostLookup, host: string) {
  const { parent, label } = parted(host)
  const above = roots.at(parent)
  if (!above) return isOurs(config, host) ? null : schoolIdAt(db, host)
  const school_id = await schoolIdAt(db, label)
  const school = school_id && (await byId(school_id))
  return school && (above.key === '' || school.brand.key === above.key) ? school_id : null
}

/** Brand of the reseller's or our root above a host; null if there is none. */
async function brandAbove({ config, roots }: HostLookup, host: string) {
  const brands = [...(await roots.all()).values()]
  const above = brands.find(({ domain, key }) => key === domain && host.endsWith(`.${domain}`))
  return above ?? (isOurs(config, host) ? roots.own : null)
}

/** Deletes the cached hosts of one school, running lookups when they have finished. */
function deleteHostsOf(byHost: Cache<string | null>, school_id: string) {
  for (const [host, { coming }] of byHost.entries())
    void coming.then(
      (found) => found === school_id && byHost.delete(host),
      () => {},
    )
}

const normal = (hostname: string) => hostname.toLowerCase().replace(/\.$/, '')

const isOurs = ({ rootDomain }: Config, host: string) =>
  host === rootDomain || host.endsWith(`.${rootDomain}`)

function parted(host: string) {
  const dot = host.indexOf('.')
  return { label: host.slice(0, Math.max(dot, 0)), parent: host.slice(dot + 1) }
}

/** Running and finished lookups by key; `value` is set once the lookup has finished. */
type Cache<T> = LRUCache<string, { coming: Promise<T>; value?: T }>

function cached<T>(cache: Cache<T>, key: string, load: () => Promise<T>): Promise<T> {
  const stored = cache.get(key)
  if (stored) return stored.coming
  const entry: { coming: Promise<T>; value?: T } = { coming: load() }
  cache.set(key, entry)
  entry.coming.then(
    (value) => {
      entry.value = value
    },
    // A failed lookup is not cached.
    () => cache.delete(key),
  )
  return entry.coming
}

/** Sub-domains are stored without the root domain, so that a data directory works with another root. */
async function schoolIdAt(db: Database, host: string) {
  const row = await db
    .selectFrom('school_hosts')
    .where('host', '=', host)
    .select('school_id')
    .executeTakeFirst()
  return row?.school_id ?? null
}

const isTombstone = async (db: Database, school_url: string) =>
  (await db
    .selectFrom('school_closings')
    .where('school_url', '=', school_url)
    .where('erasing_at', 'is not', null)
    .select('school_id')
    .executeTakeFirst()) !== undefined
