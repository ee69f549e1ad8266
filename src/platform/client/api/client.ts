import type { Input, Reply, BaseRoute } from '#platform/contract/route.ts'
import { connectionLostError, toApiError } from './api-error.ts'

export interface ApiRequest {
  method: string
  /** Path and query, with the `/api` prefix. */
  path: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
  /** Completes although the page is left; browsers allow 64 KiB for all such requests together. */
  keepalive?: boolean
}

export interface ApiResponse {
  status: number
  body: string
  /** The body, if already parsed. */
  value?: unknown
}

/** Sends one request: by fetch in the browser, in-process on the server. Rejects only without a response. */
export type Send = (request: ApiRequest) => Promise<ApiResponse>

/** A value as received: instants are RFC 3339 text. */
export type JsonOf<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? JsonOf<Item>[]
    : T extends object
      ? { [Key in keyof T]: JsonOf<T[Key]> }
      : T

/** Reply of a call. */
export type ApiReply<R extends BaseRoute> = JsonOf<Reply<R>>
/** Input of a call: path, query and body fields in one flat object. */
export type ApiInput<R extends BaseRoute> = Input<R>

export interface CallOptions {
  signal?: AbortSignal
  /** Identifies this attempt, so that a repetition has no second effect. Generated if absent. */
  idempotencyKey?: string
}

export type Api = <R extends BaseRoute>(
  contract: R,
  input: ApiInput<R>,
  options?: CallOptions,
) => Promise<ApiReply<R>>

export interface ClientOptions {
  send: Send
  /** Read at each call, because the session changes. */
  headers: () => Record<string, string>
  /** Called after each call that changed something. */
  onChange?: (contract: BaseRoute) => void
  /** Called with each refusal or failure, before it is thrown. */
  onError?: (error: Error & { status: number }) => void
  /** Solves the challenge of a call that was answered `proof_of_work_required`, which is then sent again. */
  solve?: (challenge: string, bits: number) => Promise<string>
  /** Milliseconds to wait before each repetition of a repeatable call. */
  retryDelays?: number[]
}

/**
 * Creates the typed client. Calls that read or have an idempotency key are repeated if the server is unreachable.
 */
export function createTypedClient({
  send,
  headers,
  onChange,
  onError,
  solve,
  retryDelays = [300, 1200],
}: ClientOptions): Api {
  return async (contract, input, options = {}) => {
    const request = toApiRequest(contract, input as Record<string, unknown>)
    Object.assign(request.headers, headers())
    if (contract.idempotent)
      request.headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()
    if (options.signal) request.signal = options.signal

    const repeatable = contract.method === 'GET' || contract.idempotent
    const answer = await sendProved(request, {
      solve,
      send: () => sendPatiently(send, request, repeatable ? retryDelays : []),
    })
    if (answer.value !== undefined) return answer.value as never
    if (answer.status >= 200 && answer.status < 300) {
      if (contract.method !== 'GET') onChange?.(contract as unknown as BaseRoute)
      return answer.body === '' ? undefined : JSON.parse(answer.body)
    }
    const error = toApiError(answer.status, answer.body)
    onError?.(error)
    throw error
  }
}

/** Splits flat input into path, query and body by the names in the contract. */
export function toApiRequest(contract: BaseRoute, input: Record<string, unknown>): ApiRequest {
  const rest = { ...input }
  const path = contract.path.replace(/:([a-z_]+)/gi, (_whole, name: string) => {
    const value = rest[name]
    if (value === undefined || value === null || value === '')
      throw new TypeError(`${contract.name} needs ${name}`)
    delete rest[name]
    return encodeURIComponent(asText(value))
  })
  const query = new URLSearchParams()
  for (const name of Object.keys(contract.query.properties)) {
    const value = rest[name]
    delete rest[name]
    if (value !== undefined && value !== null) query.set(name, asText(value))
  }
  const search = query.size > 0 ? `?${query}` : ''
  const request: ApiRequest = { method: contract.method, path: `/api${path}${search}`, headers: {} }
  if (contract.method === 'GET') return request
  request.headers['content-type'] = 'application/json'
  request.body = JSON.stringify(rest)
  return request
}

/** Maximum number of proofs per call: the next one may be harder, because others try at the same time. */
const maxProofs = 3

/** Sends a request, and again with a proof of work as often as required. */
async function sendProved(
  request: ApiRequest,
  { send, solve }: { send: () => Promise<ApiResponse>; solve: ClientOptions['solve'] },
): Promise<ApiResponse> {
  for (let proofs = 0; ; proofs++) {
    const answer = await send()
    const challenge = solve && answer.status === 429 && proofs < maxProofs ? challengeIn(answer.body) : null
    if (!challenge) return answer
    request.headers['x-proof-of-work'] =
      `${challenge.challenge}:${await solve!(challenge.challenge, challenge.bits)}`
  }
}

function challengeIn(body: string) {
  const { code, challenge, bits } = toApiError(429, body).problem
  return code === 'proof_of_work_required' && typeof challenge === 'string' && typeof bits === 'number'
    ? { challenge, bits }
    : null
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

async function sendPatiently(send: Send, request: ApiRequest, delays: number[]): Promise<ApiResponse> {
  for (const delay of [...delays, null]) {
    try {
      const answer = await send(request)
      if (answer.status !== 503 || delay === null) return answer
    } catch (error) {
      if (request.signal?.aborted) throw error
      if (delay === null) throw connectionLostError()
    }
    await new Promise((resume) => setTimeout(resume, delay))
  }
  throw connectionLostError()
}
