import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Brand } from '../hosts/brand.ts'
import type { Hosts } from '../hosts/hosts.ts'
import type { Reactions, RequestContext } from './request-context.ts'
import type { Actor } from '../access/actor.ts'
import type { School } from '../hosts/school.ts'

/** Services of the process that a context needs. */
export interface ContextServices {
  config: Config
  databases: { db: Database }
  hosts: Hosts
  storage: Storage
  reactions: Reactions
  log: Log
  now?: () => Date
}

/** A school whose row is not loaded or does not exist yet, or the platform itself (`PLATFORM_ID`). */
export interface SchoolReference {
  school_id: string
  brand: Brand
}

/** Origin of the work. A request has an address, a user agent and headers; a job has none. */
export type ContextSource = Pick<RequestContext, 'request_id' | 'request_source'> &
  Partial<
    Pick<
      RequestContext,
      'address' | 'user_agent' | 'locale' | 'now' | 'log' | 'has_tracking_opt_out' | 'client_id'
    >
  >

export interface ContextDetails {
  school: School | SchoolReference
  actor: Actor
  source: ContextSource
}

/**
 * Builds the context of a request or job. The locale defaults to the school's language, the time to that of the
 * process.
 */
export function contextFor(
  services: ContextServices,
  { school, actor, source }: ContextDetails,
): RequestContext {
  const loaded = isLoaded(school) ? school : null
  return {
    config: services.config,
    db: services.databases.db,
    hosts: services.hosts,
    storage: services.storage,
    reactions: services.reactions,
    log: services.log,
    school_id: school.school_id,
    school: loaded,
    brand: school.brand,
    actor,
    now: services.now?.() ?? new Date(),
    locale: loaded?.language ?? 'en',
    address: '',
    user_agent: '',
    ...source,
  }
}

/**
 * The same context in another school, for `runTransaction`. With an id only, the context has no school row and
 * keeps the brand.
 */
export function asSchool(
  context: RequestContext,
  school: School | SchoolReference | { school_id: string },
): RequestContext {
  return {
    ...context,
    school_id: school.school_id,
    school: isLoaded(school) ? school : null,
    brand: 'brand' in school ? school.brand : context.brand,
  }
}

const isLoaded = (school: School | { school_id: string }): school is School => 'school_url' in school
