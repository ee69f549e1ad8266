import type { App } from '#app.ts'
import type { Role } from '#tenancy/access/actor.ts'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import type { Tx } from '#platform/database/database.server.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { hashToken, newId, newToken } from '#platform/security/tokens.ts'
import { hasClientHeaders, webClientHeaders } from '../harness/web-client.ts'

/** argon2id hash of `testPassword`, computed once with low cost. */
export const testPassword = 'correct horse battery'
export const testPasswordHash =
  '$argon2id$v=19$m=64,t=1,p=1$UuCpw9JN7QRpgadyedzLrQ$eApTAuzRq4tHtNWadouSf2AWTa0ZG9IkSX4wR3DusVk'

/** Thrown by a refused call. */
export class RefusedError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: { path: string; code: string; message: string }[]
  readonly body: Record<string, unknown>

  constructor(status: number, body: Record<string, unknown>) {
    super(`${status} ${String(body.code)}: ${String(body.detail)} ${JSON.stringify(body.errors ?? '')}`)
    this.status = status
    this.code = String(body.code)
    this.errors = (body.errors ?? []) as RefusedError['errors']
    this.body = body
  }
}

export interface RawRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
  url: string
  headers?: Record<string, string>
  /** Text and bytes as they are, other values as JSON. */
  body?: unknown
  /** Omits the credentials of the web client. */
  withoutClient?: boolean
  /** Address of the caller; this machine's by default. */
  remoteAddress?: string | undefined
}

export interface RawResponse {
  status: number
  headers: Record<string, unknown>
  text: string
  bytes: Buffer
  // eslint-disable-next-line typescript/no-explicit-any -- tests read responses of every form
  json: any
}

export interface TestClient {
  token: string | null
  /** Calls a route like a browser and returns its reply, or throws `RefusedError`. */
  api<R extends Route>(route: R, input: Input<R>, headers?: Record<string, string>): Promise<Reply<R>>
  /** Sends any request, including invalid ones. */
  request(raw: RawRequest): Promise<RawResponse>
}

export interface TestUser extends TestClient {
  id: string
  name: string
  email: string
  role: Role
  token: string
}

/** A client of one host, with or without a session. */
export function createTestClient(app: App, host: string, token: string | null): TestClient {
  const request: TestClient['request'] = async ({
    method,
    url,
    headers,
    body,
    withoutClient,
    remoteAddress,
  }) => {
    const answer = await app.http.inject({
      method,
      url,
      ...(remoteAddress && { remoteAddress }),
      headers: {
        host,
        'x-request-source': 'web',
        ...(!withoutClient && !hasClientHeaders(headers) && webClientHeaders),
        ...(token && { 'x-access-token': token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    })
    const { 'content-type': type = '', 'content-encoding': encoding } = answer.headers
    const isJson = !encoding && /\bjson/.test(String(type))
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      bytes: answer.rawPayload,
      /** Parsed when it is read: the cost of a request is measured without it. */
      get json() {
        return isJson ? JSON.parse(answer.body) : undefined
      },
    }
  }
  return { token, request, api: apiThrough(request) }
}

/** Calls of routes through `request`. */
export function apiThrough(request: TestClient['request']): TestClient['api'] {
  return async (route, input, headers) => {
    const answer = await request({ ...buildRequest(route, input), ...(headers && { headers }) })
    if (answer.status >= 400) throw new RefusedError(answer.status, answer.json ?? { code: answer.text })
    return answer.json
  }
}

/** Splits a route's input into path, query and body. */
export function buildRequest(route: Route, input: object): RawRequest {
  const left = { ...input } as Record<string, string | undefined>
  const path = route.path.replace(/:(\w+)/g, (_match, key: string) => {
    const value = String(left[key])
    delete left[key]
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const key of Object.keys(route.method === 'GET' ? left : route.query.properties)) {
    if (left[key] !== undefined) query.set(key, `${left[key]}`)
    delete left[key]
  }
  const text = query.toString()
  return {
    method: route.method,
    url: `/api${path}${text && `?${text}`}`,
    ...(route.method !== 'GET' && { body: left }),
  }
}

export interface TestUserDetails {
  name?: string
  email?: string
  status?: string
  user_code?: string
  account_id?: string
  /** Null: the address is not verified. */
  email_verified_at?: Date | null
}

/** A user of a school with a session, written to the database directly. */
export async function createTestUser(
  app: App,
  { school_id, host }: { school_id: string; host: string },
  { role, ...details }: TestUserDetails & { role: Role },
) {
  const id = newId()
  const token = newToken()
  const name = details.name ?? `${role} ${id.slice(-4)}`
  const email = details.email ?? `${role}-${id.slice(-12)}@people.test`
  const user = { ...details, school_id, id, role, name, email }
  await withSchoolTx(app.services.databases.db, school_id, (tx) => insertUserWithSession(tx, user, token))
  return { ...createTestClient(app, host, token), id, name, email, role, token } satisfies TestUser
}

type NewUser = TestUserDetails & { school_id: string; id: string; role: Role; name: string; email: string }

async function insertUserWithSession(tx: Tx, user: NewUser, token: string) {
  await tx
    .with('person', (qb) =>
      qb
        .insertInto('users')
        .values({ password_hash: testPasswordHash, email_verified_at: new Date(), ...user })
        .returning('id'),
    )
    .insertInto('sessions')
    .values({
      school_id: user.school_id,
      token_hash: hashToken(token),
      id: newId(),
      user_id: user.id,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
}
