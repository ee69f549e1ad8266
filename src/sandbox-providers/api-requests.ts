import type { IncomingMessage, ServerResponse } from 'node:http'
import { Check, Errors } from 'typebox/value'
import type { Account } from './core/account.ts'
import type { FailureKind, Failures } from './core/failures.ts'
import { answerOnce } from './core/idempotency.ts'
import type { ProviderName, Route, SandboxReply, Wire } from './core/wire.ts'

/** One provider with its accounts. */
export interface Provider {
  wire: Wire
  accounts: Account[]
  failures: Failures
  requests: RecordedRequest[]
}

/** A request as it arrived, without its key. */
export interface RecordedRequest {
  provider: ProviderName
  method: string
  /** Below the base URL. */
  path: string
  query: Record<string, string>
  body: Record<string, unknown> | null
  idempotency_key: string | null
  /** Why the request does not follow the documentation; null if it does. */
  violation: string | null
}

const maxRequests = 10_000

const slowAnswerMs = 500

interface ApiRequest {
  providers: readonly Provider[]
  request: IncomingMessage
  response: ServerResponse
  url: URL
  text: string
  address: string
}

/** Answers a request of an adapter, or fails in the planned way. */
export function answerApiRequest(incoming: ApiRequest) {
  const { providers, request, response, url } = incoming
  const provider = providers.find(({ wire }) => url.pathname.startsWith(`${wire.prefix}/`))
  if (!provider) return void response.writeHead(404).end()
  const { wire } = provider
  const path = url.pathname.slice(wire.prefix.length)
  const failure = provider.failures.take(`${request.method} ${path}`)
  if (failure && !failure.endsWith('_after')) return fail(response, wire, failure)
  const reply = replyTo(provider, incoming, { path, failure })
  const answer = () => send(response, reply.status, JSON.stringify(reply.body))
  if (failure === 'slow_after') return void setTimeout(answer, slowAnswerMs).unref()
  if (failure) return fail(response, wire, failure)
  answer()
}

function send(response: ServerResponse, status: number, text: string) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}

function fail(response: ServerResponse, wire: Wire, failure: FailureKind) {
  if (failure.startsWith('hang')) return
  if (failure.startsWith('reset')) return void response.destroy()
  if (failure === 'invalid_json_after') return send(response, 200, '{"status":')
  const reply = wire.failure(failure === 'error_429' ? 429 : 500)
  send(response, reply.status, JSON.stringify(reply.body))
}

interface PlannedReply {
  /** Below the base URL. */
  path: string
  failure: FailureKind | null
}

function replyTo(provider: Provider, incoming: ApiRequest, { path, failure }: PlannedReply): SandboxReply {
  const { request, url, text, address } = incoming
  const { wire } = provider
  const method = request.method ?? 'GET'
  const matched = matchRoute(wire.routes, method, path)
  const body = readBody(wire, method, text)
  const problem = matched ? invalidBody(matched.route, body) : `no such operation: ${method} ${path}`
  const key = request.headers['idempotency-key']
  record(provider, {
    provider: wire.name,
    method,
    path,
    query: Object.fromEntries(url.searchParams),
    body,
    idempotency_key: typeof key === 'string' ? key : null,
    violation: problem,
  })
  const account = accountOf(provider, request.headers.authorization)
  if (!account) return wire.unauthorized()
  if (!matched) return wire.notFound()
  if (problem !== null) return wire.invalid(problem)
  const { route, parts } = matched
  const handle = () => {
    const reply = route.handle({ account, parts, query: url.searchParams, body: body ?? {}, address })
    // A server error after the effect is the answer that Stripe stores under the key.
    return failure === 'error_500_after' ? wire.failure(500) : reply
  }
  return typeof key === 'string' && wire.name === 'stripe'
    ? answerOnce(account, { key, request: `${method} ${path} ${text}` }, handle)
    : handle()
}

const accountOf = ({ accounts }: Provider, authorization: string | undefined) =>
  accounts.find(({ keys }) => authorization === `Bearer ${keys.secret_key}`)

function record({ requests }: Provider, request: RecordedRequest) {
  requests.push(request)
  if (requests.length > maxRequests) requests.shift()
}

function readBody(wire: Wire, method: string, text: string): Record<string, unknown> | null {
  if (method !== 'POST') return null
  try {
    return wire.readBody(text)
  } catch {
    return null
  }
}

/** Why a body does not have the documented form, or null. */
function invalidBody({ body: schema, check }: Route, body: Record<string, unknown> | null): string | null {
  if (!schema) return null
  if (body === null) return 'the body is missing or cannot be read'
  if (!Check(schema, body)) {
    const [first] = Errors(schema, body)
    return `${first?.instancePath ?? ''} ${first?.message ?? ''} ${JSON.stringify(first?.params ?? {})}`.trim()
  }
  return check?.(body) ?? null
}

function matchRoute(routes: readonly Route[], method: string, path: string) {
  for (const route of routes) {
    const parts = route.method === method ? matchPath(route.path, path) : null
    if (parts) return { route, parts }
  }
  return null
}

/** The variable parts of a path, or null if the path is another one. Fixed routes come before variable ones. */
function matchPath(pattern: string, path: string): string[] | null {
  const expected = pattern.split('/')
  const actual = path.split('/')
  if (expected.length !== actual.length) return null
  const parts: string[] = []
  for (const [index, part] of expected.entries()) {
    if (part.startsWith(':')) parts.push(decodeURIComponent(actual[index]!))
    else if (part !== actual[index]) return null
  }
  return parts
}
