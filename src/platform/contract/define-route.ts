import { Type, type Static, type TObject, type TSchema } from 'typebox'

/**
 * Who may call a route at all. What they may do to one thing is the domain's policy. `platform` is a support account at
 * the root host, `privileged` the one that may use the console.
 */
export type RouteAccess =
  | 'public'
  | 'user'
  | 'student'
  | 'teacher'
  | 'staff'
  | 'admin'
  | 'owner'
  | 'platform'
  | 'privileged'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * `by: 'address'` counts the client's network (`clientNetwork`), `by: 'user'` the person, however many sessions he or she
 * has. Counters are durable and per school.
 */
export interface RateLimit {
  by: 'address' | 'user'
  max: number
  seconds: number
  /** Past `max` a call is refused, or with `proof` needs a proof of work: for what nobody may be kept from by others. */
  beyond?: 'proof'
}

type Properties = Record<string, TSchema>
type NoFields = TObject<Record<never, never>>

export interface Route<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Reply extends TSchema = TSchema,
> {
  kind: 'route'
  name: string
  method: Method
  path: string
  /** `school`: needs a school's host. `platform`: the root domain. `any`: either. */
  scope: 'school' | 'platform' | 'any'
  can: RouteAccess
  params: Params
  query: Query
  body: Body
  reply: [status: number, schema: Reply]
  refusals: readonly string[]
  /** Honours the `idempotency-key` header: for POSTs that create or charge. */
  idempotent: boolean
  limits: readonly RateLimit[]
  /** The longest body that is read. More than `defaultBodyLimitBytes` only where the body's schema needs it. */
  bodyLimitBytes: number
  /** `own`: the verb opens its short transactions itself, because it waits for something slow in between. */
  transaction: 'route' | 'own'
  /** Tells its answer while it is written, to who accepts lines of JSON; see answer-lines.ts. Needs `transaction: 'own'`. */
  streams: boolean
  /** Whether it changes anything; a GET that does says so. */
  writes: boolean
  /**
   * Whether its verb may start while the session is still being looked up, for whoever used the session last. It is rolled
   * back where somebody else calls, so it has no effect outside of its transaction. Reading routes do so.
   */
  runsWhileIdentifying: boolean
  /** When the platform's support may write by it: `raised`, `never`, or `always` for what ends or raises a visit. */
  support: 'raised' | 'never' | 'always'
  /** Whether it may write while the school is closing: for logging in and out, and for what a person takes along. */
  whileClosing: boolean
  /**
   * Whether a request must name its API client. `optional` is for programs that send no headers of ours: a payment
   * provider's webhook, a browser that follows a link.
   */
  apiClient: 'required' | 'optional'
  summary: string
}

interface Declaration<P extends TObject, Q extends TObject, B extends TObject, R extends TSchema> {
  name: string
  method: Method
  path: string
  can: RouteAccess
  summary: string
  scope?: Route['scope']
  params?: P
  query?: Q
  body?: B
  reply: [status: number, schema: R]
  refusals?: readonly string[]
  idempotent?: boolean
  limits?: readonly RateLimit[]
  bodyLimitBytes?: number
  transaction?: Route['transaction']
  streams?: boolean
  writes?: boolean
  runsWhileIdentifying?: boolean
  support?: Route['support']
  whileClosing?: boolean
  apiClient?: Route['apiClient']
}

/** The longest body of a route that declares nothing else. */
export const defaultBodyLimitBytes = 64 * 1024

const nothing = Type.Object({}) as NoFields

/** Declares a route: the one description that server, client, screens, tests and OpenAPI read. */
export function defineRoute<
  R extends TSchema,
  P extends TObject = NoFields,
  Q extends TObject = NoFields,
  B extends TObject = NoFields,
>(declared: Declaration<P, Q, B, R>): Route<P, Q, B, R> {
  return {
    scope: 'school',
    refusals: [],
    idempotent: false,
    limits: [],
    bodyLimitBytes: defaultBodyLimitBytes,
    transaction: 'route',
    streams: false,
    writes: declared.method !== 'GET',
    runsWhileIdentifying: declared.method === 'GET' && declared.writes !== true,
    support: 'raised',
    whileClosing: false,
    apiClient: 'required',
    ...declared,
    kind: 'route',
    params: (declared.params ?? nothing) as P,
    query: (declared.query ?? nothing) as Q,
    body: (declared.body ?? nothing) as B,
  }
}

/** What a verb receives: path, query and body fields in one flat object. */
export type Input<R extends Route> = Static<R['params']> & Static<R['query']> & Static<R['body']>
/** What a verb answers and a client gets on the server side (dates are `Date`). */
export type Reply<R extends Route> = Static<R['reply'][1]>

export interface Refusals {
  [code: string]: readonly [status: number, message: string]
}

const declaredRefusals = new Map<string, readonly [number, string]>()

/** Declares refusal codes with their HTTP status and a message fit to show to a person. */
export function declareRefusals<R extends Refusals>(refusals: R): R {
  for (const [code, meaning] of Object.entries(refusals)) declaredRefusals.set(code, meaning)
  return refusals
}

/** Status and message of a declared code; `undefined` for a code that nobody declared. */
export const refusalMeaning = (code: string) => declaredRefusals.get(code)

/** Refusals that any route may answer with, declared once for all. */
export const commonRefusals = declareRefusals({
  invalid_input: [422, 'Some fields are not valid.'],
  malformed_body: [400, 'The request body is not valid JSON.'],
  unauthenticated: [401, 'Please log in.'],
  api_client_unknown: [401, 'Unknown API client.'],
  // Not 401: that means that no session is valid, and logs a browser out.
  api_client_required: [
    403,
    'Name your API client: send x-api-username and x-api-secret, or HTTP Basic authentication.',
  ],
  scope_missing: [403, 'This API client does not have the required scope.'],
  forbidden: [403, 'You are not allowed to do this.'],
  support_read_only: [403, 'This support visit is read-only. Turn on write access to make changes.'],
  support_forbidden: [403, 'Support cannot do this. Only the school can.'],
  school_closing: [403, 'This school is closing. You can no longer make changes.'],
  not_found: [404, 'Not found.'],
  method_not_allowed: [405, 'This path does not support this method.'],
  in_progress: [409, 'The same request is still being processed.'],
  payload_too_large: [413, 'The request is too large.'],
  unsupported_media_type: [415, 'Send application/json.'],
  idempotency_key_reused: [422, 'This idempotency key was already used with a different body.'],
  proof_of_work_required: [429, 'Too many attempts. Solve the challenge and send the same request again.'],
  too_many_requests: [429, 'Too many attempts. Please wait a moment.'],
  internal_error: [500, 'Something went wrong on our side. Nothing was saved. Try again later.'],
  busy: [503, 'The service is busy. Please try again in a moment.'],
})

// ---- Schemas that every domain shares ----

export const Id = Type.String({ format: 'uuid' })
/** An instant: `Date` in verbs, RFC 3339 in UTC on the wire. */
export const Instant = Type.Unsafe<Date>(Type.String({ format: 'date-time' }))
/** An instant that a client sends: RFC 3339 text. */
export const InstantText = Type.String({ format: 'date-time', maxLength: 40 })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const Optional = <T extends TSchema>(schema: T) => Type.Optional(schema)
export const Text = (maxLength: number, options: { minLength?: number; pattern?: string } = {}) =>
  Type.String({ maxLength, ...options })
/** One line that is not blank. */
export const SingleLineText = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })
export const Email = Type.String({ maxLength: 254, minLength: 3, pattern: '^[^\\s@]+@[^\\s@]+$' })
export const Password = Type.String({ minLength: 8, maxLength: 200 })
/** HTML from the rich text editor; the server sanitises it when written and when read. */
export const RichText = (options: { maxLength: number }) => Type.String(options)
export const StringEnum = <const V extends readonly string[]>(...values: V) =>
  Type.Unsafe<V[number]>(Type.String({ enum: [...values] }))
/** An amount in the currency's minor unit. */
export const MinorUnits = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 })

/** Query fields of every list. */
export const PagingParams = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(Type.String({ maxLength: 500 })),
}
/** A page of a list; `next_cursor` is null on the last one. */
export const PageOf = <T extends TSchema>(item: T) =>
  Type.Object({ data: Type.Array(item), next_cursor: Nullable(Type.String()) })

export const OkReply = Type.Object({ ok: Type.Literal(true) })
export const okReply = { ok: true } as const

export type Fields = Properties
