import { LRUCache } from 'lru-cache'
import type { Brand } from './brand.ts'
import type { Config } from '#platform/config/config.ts'
import type { School } from './school.ts'
import { listFlagsForSchool } from '../feature-flags/feature-flags.ts'
import { withSchoolTx } from '../context/school-tx.ts'
import type { Database, Tx } from '#platform/database/database.server.ts'
import { activeCustomDomain } from './custom-domain.ts'
import { createRootHosts } from './root-hosts.ts'

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
    cached(schools, school_id, async () => loadSchool(config, db, { school_id, brands: await roots.all() }))

  /**
   * A host below a reseller's root is a school of that root; below ours any school, whose pages redirect to its
   * canonical host.
   */
  async function schoolIdOf(host: string) {
    const { parent, label } = parted(host)
    const above = roots.at(parent)
    if (!above) return isOurs(config, host) ? null : schoolIdAt(db, host)
    const school_id = await schoolIdAt(db, label)
    const school = school_id && (await byId(school_id))
    return school && (above.key === '' || school.brand.key === above.key) ? school_id : null
  }

  return {
    byId,
    async brand(key) {
      return (await roots.all()).get(key ?? '') ?? roots.own
    },
    async brandAbove(hostname) {
      const host = normal(hostname)
      const brands = [...(await roots.all()).values()]
      const above = brands.find(({ domain, key }) => key === domain && host.endsWith(`.${domain}`))
      return above ?? (isOurs(config, host) ? roots.own : null)
    },
    async isGone(hostname) {
      const { parent, label } = parted(normal(hostname))
      return roots.at(parent) !== undefined && isTombstone(db, label)
    },
    async resolve(hostname) {
      const host = normal(hostname)
      // Our own root host works while the database is unavailable, and resellers' from the last read.
      if (host !== config.rootDomain) await roots.all().catch(() => {})
      const root = roots.host(host)
      if (root) return root
      if (!/^[a-z0-9.-]{1,253}$/.test(host)) return null
      const school_id = await cached(byHost, host, () => schoolIdOf(host))
      if (!school_id) {
        // Unknown names would fill the cache, and a new school must be found at once.
        byHost.delete(host)
        return null
      }
      const school = await byId(school_id)
      return school && { kind: 'school', school }
    },
    cachedHost(host) {
      const root = roots.host(host)
      if (root) return root
      const school_id = byHost.get(host)?.value
      const school = school_id && schools.get(school_id)?.value
      return school ? { kind: 'school', school } : null
    },
    evict(school_id) {
      if (!school_id) {
        roots.evict()
        byHost.clear()
        schools.clear()
        return
      }
      schools.delete(school_id)
      for (const [host, { coming }] of byHost.entries())
        void coming.then(
          (found) => found === school_id && byHost.delete(host),
          () => {},
        )
    },
  }
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

const closingOf = (tx: Tx, school_id: string) =>
  tx
    .selectFrom('school_closings')
    .where('school_id', '=', school_id)
    .select(['erase_at', 'erasing_at'])
    .executeTakeFirst()

interface Wanted {
  school_id: string
  brands: ReadonlyMap<string, Brand>
}

function loadSchool(config: Config, db: Database, { school_id, brands }: Wanted): Promise<School | null> {
  return withSchoolTx(
    db,
    school_id,
    async (tx) => {
      const row = await tx
        .selectFrom('schools')
        .where('school_id', '=', school_id)
        .selectAll()
        .executeTakeFirst()
      if (!row) return null
      const closing = await closingOf(tx, school_id)
      // Its erasure has begun: it cannot be cancelled, and nobody must see it half deleted.
      if (closing?.erasing_at) return null
      const { school_url } = row
      const brand = brands.get(row.whitelabel_referrer_root_domain ?? '') ?? brands.get('')!
      return {
        school_id,
        school_url,
        host: (await activeCustomDomain({ tx, school_id })) ?? `${school_url}.${brand.domain}`,
        brand,
        name: row.name,
        tagline: row.tagline,
        language: row.language,
        time_zone: row.time_zone,
        currency_code: row.currency_code,
        country: row.country,
        plan_name: row.plan_name,
        allow_manual_student_approval: row.allow_manual_student_approval,
        reseller_root_domain: row.whitelabel_referrer_root_domain,
        created_at: row.created_at,
        flags: await listFlagsForSchool(tx, row),
        require_second_factor: row.require_second_factor,
        allow_analytics: row.allow_analytics,
        legal: {
          terms: { version: row.terms_version, required: row.terms_required },
          privacy: { version: row.privacy_version, required: row.privacy_required },
        },
        closes_at: closing?.erase_at ?? null,
        theme_css: row.theme_css,
        logo_url: row.logo_upload_id && `/media/public/${row.logo_upload_id}`,
      }
    },
    { readOnly: true },
  )
}
