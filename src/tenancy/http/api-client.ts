import type { FastifyReply, FastifyRequest } from 'fastify'
import { visitorActor, type Actor } from '../access/actor.ts'
import type { Database } from '#platform/database/database.server.ts'
import { basicCredentials } from '#platform/http/headers/basic-credentials.ts'
import { rateLimitHeaders } from '#platform/http/headers/rate-limit-headers.ts'
import { countUse } from '#platform/rate-limits/rate-limits.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Route } from '../contract/define-route.ts'

/** An API client of a school. */
export interface ApiClient {
  id: string
  name: string
  role: 'teacher' | 'admin'
  scopes: readonly string[]
  requests_per_minute: number
}

/** Requirements of a route for clients. */
export interface RouteScope {
  /** Null if no client may call it. */
  scope: string | null
  /** Whether it is about the caller, so that a client needs a person's session. */
  needsPerson: boolean
}

export interface ApiClients {
  /** Finds the client with this name and secret, unless revoked or expired. */
  find(school_id: string, pair: { username: string; secret: string; now: Date }): Promise<ApiClient | null>
  noteUse(school_id: string, client_id: string, use: { address: string; now: Date }): void
  scopeOf(route: Route): RouteScope
  /** Drops cached clients of one school, or of all. */
  evict(school_id?: string): void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The school's API client of the request; null for the web client, and without one. */
    client: ApiClient | null
  }
}

interface Admission {
  clients: ApiClients
  databases: { auxDb: Database }
  now?: () => Date
}

interface Arriving {
  request: FastifyRequest
  reply: FastifyReply
  pair: { username: string; secret: string }
  school_id: string
}

/** Authenticates a school's API client and counts its requests per minute. Refuses unknown clients. */
export async function authenticateApiClient(
  { clients, databases, ...requestContext }: Admission,
  { request, reply, pair, school_id }: Arriving,
) {
  const now = requestContext.now?.() ?? new Date()
  const client = await clients.find(school_id, { ...pair, now })
  if (!client) throw new Refusal('api_client_unknown')
  request.client = client
  clients.noteUse(school_id, client.id, { address: request.ip, now })
  const window = { max: client.requests_per_minute, seconds: minute }
  const context = { db: databases.auxDb, now }
  const { used, left } = await countUse(context, `${school_id}/client/${client.id}`, window)
  reply.headers(rateLimitHeaders('client', window, { used, left }))
  if (used > window.max) throw new Refusal('too_many_requests', { retry_after_seconds: left })
}

const minute = 60

/**
 * Client credentials from our two headers or HTTP Basic authentication (RFC 7617); null if there are none. Our
 * headers have priority.
 */
export function apiCredentials({ headers }: Pick<FastifyRequest, 'headers'>) {
  const { 'x-api-username': username, 'x-api-secret': secret, authorization = '' } = headers
  if (username !== undefined || secret !== undefined)
    return { username: String(username), secret: String(secret) }
  return basicCredentials(authorization)
}

const status = { student: 0, teacher: 1, admin: 2, account_user: 2 } as const

/**
 * The actor of a client's call: with a session the person, if both are permitted; else the client itself, if it
 * may act alone. Null means visitor.
 */
export function actorForClient(
  client: ApiClient,
  { scope, needsPerson }: RouteScope,
  { route, person, hasToken }: { route: Route; person: Actor | null; hasToken: boolean },
): Actor | null {
  const isAllowed = scope !== null && client.scopes.includes(scope)
  if (!isAllowed && route.access === 'public') return null
  if (!isAllowed) throw new Refusal('scope_missing', { extra: { scope } })
  if (hasToken) return person && throughClient(client, person)
  // A teacher acts on courses that he or she teaches, and a program teaches none.
  if (needsPerson || client.role !== 'admin') return null
  const { id, role, name } = client
  return { ...visitorActor, id, role, name, client_id: id }
}

/**
 * The same for a link that names the person: requires one of the scopes, and no higher role than the client's.
 */
export function ensureClientAllowed(client: ApiClient, holder: Actor, scopes: readonly string[]) {
  if (!scopes.some((scope) => client.scopes.includes(scope)))
    throw new Refusal('scope_missing', { extra: { scope: scopes[0] } })
  if (holder.client_id !== client.id) throughClient(client, holder)
}

function throughClient(client: ApiClient, person: Actor): Actor {
  const highestRank = status[client.role]
  const role = person.role === 'visitor' || person.role === 'system' ? 'student' : person.role
  if (status[role] > highestRank) throw new Refusal('forbidden')
  return { ...person, client_id: client.id }
}
