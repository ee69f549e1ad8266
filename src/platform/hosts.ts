import type { Config } from './config.ts'
import type { School } from './context.ts'
import { flagsOnFor } from './feature-flags.ts'
import { inSchool, type Database } from './database.server.ts'
import { ownDomain } from './own-domain.ts'

export type Host = { kind: 'root' } | { kind: 'api' } | { kind: 'school'; school: School }

export interface Hosts {
  /** What a host name is; null for any that is not ours. */
  resolve(hostname: string): Promise<Host | null>
  /** The same at once, for what was looked up before; null for anything else. */
  known(hostname: string): Host | null
  byId(school_id: string): Promise<School | null>
  /** Drops what is cached of one school, or of all. */
  forget(school_id?: string): void
}

const mostCached = 5_000

/** Looks hosts and schools up, with a cache in the process that `forget` empties. */
export function createHosts(config: Config, db: Database): Hosts {
  const byHost: Cache<string | null> = new Map()
  const schools: Cache<School | null> = new Map()

  const byId = (school_id: string) => cached(schools, school_id, () => loadSchool(config, db, school_id))

  return {
    byId,
    async resolve(hostname) {
      const host = hostname.toLowerCase().replace(/\.$/, '')
      if (host === config.rootDomain) return { kind: 'root' }
      if (host === `api.${config.rootDomain}`) return { kind: 'api' }
      if (!/^[a-z0-9.-]{1,253}$/.test(host)) return null
      const school_id = await cached(byHost, host, () => schoolIdOf(config, db, host))
      if (!school_id) {
        // Made-up names would fill the cache, and a new school must be found at once.
        byHost.delete(host)
        return null
      }
      const school = await byId(school_id)
      return school && { kind: 'school', school }
    },
    known(host) {
      if (host === config.rootDomain) return { kind: 'root' }
      const school_id = byHost.get(host)?.value
      const school = school_id && schools.get(school_id)?.value
      return school ? { kind: 'school', school } : null
    },
    forget(school_id) {
      if (!school_id) {
        byHost.clear()
        schools.clear()
        return
      }
      schools.delete(school_id)
      for (const [host, { coming }] of byHost)
        void coming.then(
          (found) => found === school_id && byHost.delete(host),
          () => {},
        )
    },
  }
}

/** What is looked up once; `value` is there as soon as it has come. */
type Cache<T> = Map<string, { coming: Promise<T>; value?: T }>

function cached<T>(cache: Cache<T>, key: string, load: () => Promise<T>): Promise<T> {
  const kept = cache.get(key)
  if (kept) return kept.coming
  if (cache.size >= mostCached) cache.delete(cache.keys().next().value!)
  const entry: { coming: Promise<T>; value?: T } = { coming: load() }
  cache.set(key, entry)
  entry.coming.then(
    (value) => {
      entry.value = value
    },
    // A failed look-up is not remembered.
    () => cache.delete(key),
  )
  return entry.coming
}

/** Sub-domains are stored without the root domain, so that a data folder works under another root. */
async function schoolIdOf(config: Config, db: Database, host: string) {
  const suffix = `.${config.rootDomain}`
  const name = host.endsWith(suffix) ? host.slice(0, -suffix.length) : host
  const row = await db
    .selectFrom('school_hosts')
    .where('host', '=', name)
    .select('school_id')
    .executeTakeFirst()
  return row?.school_id ?? null
}

function loadSchool(config: Config, db: Database, school_id: string): Promise<School | null> {
  return inSchool(
    db,
    school_id,
    async (tx) => {
      const row = await tx
        .selectFrom('schools')
        .where('school_id', '=', school_id)
        .selectAll()
        .executeTakeFirst()
      if (!row) return null
      const { school_url } = row
      return {
        school_id,
        school_url,
        host: (await ownDomain({ tx, school_id })) ?? `${school_url}.${config.rootDomain}`,
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
        flags: await flagsOnFor(tx, row),
        require_second_factor: row.require_second_factor,
        theme_css: row.theme_css,
        logo_url: row.logo_upload_id && `/media/public/${row.logo_upload_id}`,
      }
    },
    { readOnly: true },
  )
}
