import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { deleteEntries } from '#lib/cache/delete-entries.ts'
import { expireAfter } from '#lib/cache/expire-after.ts'
import type { ApiClient, ApiClients } from '#tenancy/http/api-client.ts'
import { withReadOnlySchoolTx, withSchoolTx } from '#tenancy/database/school-tx.ts'
import type { Database } from '#platform/database/database.server.ts'
import { hashToken } from '#platform/security/tokens.ts'
import { routeScopeOf } from './route-scope.ts'

interface CachedClient extends ApiClient {
  expires_at: Date | null
  secrets: { secret_hash: Buffer; expires_at: Date | null }[]
}

const maxEntries = 2_000
/**
 * The change feed drops entries at once; this limits the age of an entry in a process that lost its connection.
 */
const maxAgeMs = 5_000
const notedEveryMs = 60_000
/** Compared when the client does not exist, so that response times do not reveal which names exist. */
const nobody: CachedClient['secrets'] = [{ secret_hash: Buffer.alloc(32), expires_at: null }]

/** Looks up API clients of schools, with a cache in the process that `evict` clears. */
export function createApiClientCache(db: Database): ApiClients {
  const cache = new LRUCache<string, Promise<CachedClient | null>>({
    max: maxEntries,
    ...expireAfter(maxAgeMs),
  })
  const noted = new LRUCache<string, number>({ max: maxEntries })

  function lookUp(school_id: string, username: string) {
    const key = `${school_id}/${username}`
    const cached = cache.get(key)
    if (cached) return cached
    const client = loadClient(db, school_id, username)
    cache.set(key, client)
    const drop = () => cache.peek(key) === client && cache.delete(key)
    // Failures and unknown names are not cached.
    client.then((found) => found ?? drop(), drop)
    return client
  }

  return {
    scopeOf: routeScopeOf,
    async find(school_id, { username, secret, now }) {
      const client = /^client_[0-9a-f]{24}$/.test(username) ? await lookUp(school_id, username) : null
      const works = isOneOf(client?.secrets ?? nobody, secret, now)
      if (!client || !works || (client.expires_at && client.expires_at <= now)) return null
      return client
    },
    noteUse(school_id, client_id, { address, now }) {
      if (now.getTime() - (noted.get(client_id) ?? 0) < notedEveryMs) return
      noted.set(client_id, now.getTime())
      // Not awaited: if the update is lost, the next request repeats it.
      void noteUse(db, { school_id, client_id, address, now }).catch(() => noted.delete(client_id))
    },
    evict(school_id) {
      if (!school_id) return cache.clear()
      deleteEntries(cache, (key) => key.startsWith(`${school_id}/`))
    },
  }
}

/** Compares every secret, in constant time. */
function isOneOf(secrets: CachedClient['secrets'], given: string, now: Date) {
  const hash = hashToken(given)
  let works = false
  for (const { secret_hash, expires_at } of secrets) {
    const fits = timingSafeEqual(hash, secret_hash)
    if (fits && (!expires_at || expires_at > now)) works = true
  }
  return works
}

function loadClient(db: Database, school_id: string, username: string): Promise<CachedClient | null> {
  const work = async (tx: Parameters<Parameters<typeof withSchoolTx>[2]>[0]) => {
    const client = await tx
      .selectFrom('api_clients')
      .where('school_id', '=', school_id)
      .where('username', '=', username)
      .where('revoked_at', 'is', null)
      .select(['id', 'name', 'role', 'scopes', 'requests_per_minute', 'expires_at'])
      .executeTakeFirst()
    if (!client) return null
    const secrets = await tx
      .selectFrom('api_client_secrets')
      .where('school_id', '=', school_id)
      .where('client_id', '=', client.id)
      .select(['secret_hash', 'expires_at'])
      .execute()
    return { ...client, role: client.role as CachedClient['role'], secrets }
  }
  return withReadOnlySchoolTx(db, school_id, work)
}

interface Use {
  school_id: string
  client_id: string
  address: string
  now: Date
}

const noteUse = (db: Database, { school_id, client_id, address, now }: Use) =>
  withSchoolTx(db, school_id, (tx) =>
    tx
      .updateTable('api_clients')
      .set({ last_used_at: now, last_used_address: address.slice(0, 60) })
      .where('school_id', '=', school_id)
      .where('id', '=', client_id)
      .execute(),
  )
