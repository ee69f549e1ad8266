import { Type, type Static, type TObject, type TSchema } from 'typebox'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * `by: 'address'` counts the client's network (`clientNetwork`), `by: 'user'` the person over all sessions.
 * Counters are stored per tenant.
 */
export interface RateLimit {
  by: 'address' | 'user'
  max: number
  seconds: number
  /**
   * Beyond `max` a call is refused; with `proof` it needs a proof of work instead, for routes that others must
   * not be able to block.
   */
  onExceeded?: 'proof'
}

export type NoFields = TObject<Record<never, never>>

/** A route without its access rules: what server and typed client read. */
export interface BaseRoute<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Reply extends TSchema = TSchema,
> {
  kind: 'route'
  name: string
  method: Method
  path: string
  params: Params
  query: Query
  body: Body
  reply: [status: number, schema: Reply]
  refusals: readonly string[]
  /** Supports the `idempotency-key` header: for POSTs that create or charge. */
  idempotent: boolean
  limits: readonly RateLimit[]
  /** Maximum body size. Above `defaultBodyLimitBytes` only if the schema of the body needs it. */
  bodyLimitBytes: number
  /** `own`: the verb opens short transactions itself, because it waits for something slow in between. */
  transaction: 'route' | 'own'
  /**
   * Streams its reply as JSON lines to clients that accept them; see answer-lines.ts. Requires `transaction:
   * 'own'`.
   */
  streams: boolean
  /** Whether it changes data; a GET that does must declare this. */
  writes: boolean
  /** Base name of the file in which a client that accepts `text/csv` gets all pages of the list; null without one. */
  csv: string | null
  /**
   * Whether the verb may start while the session is looked up, for the session's last user. It is rolled back if
   * another person calls, so it must have no effect outside of its transaction. Default for reading routes.
   */
  runsWhileIdentifying: boolean
  summary: string
}

export interface BaseDeclaration<P extends TObject, Q extends TObject, B extends TObject, R extends TSchema> {
  name: string
  method: Method
  path: string
  summary: string
  params?: P
  query?: Q
  body?: B
  reply: [status: number, schema: R]
  refusals?: readonly string[]
  idempotent?: boolean
  limits?: readonly RateLimit[]
  bodyLimitBytes?: number
  transaction?: BaseRoute['transaction']
  streams?: boolean
  writes?: boolean
  csv?: string
  runsWhileIdentifying?: boolean
}

/** Maximum body size of a route that declares none. */
export const defaultBodyLimitBytes = 64 * 1024

const nothing = Type.Object({}) as NoFields

/** Completes a declaration with defaults. */
export function completeRoute<P extends TObject, Q extends TObject, B extends TObject, R extends TSchema>(
  declared: BaseDeclaration<P, Q, B, R>,
): BaseRoute<P, Q, B, R> {
  return {
    refusals: [],
    idempotent: false,
    limits: [],
    bodyLimitBytes: defaultBodyLimitBytes,
    transaction: 'route',
    streams: false,
    csv: null,
    writes: declared.method !== 'GET',
    runsWhileIdentifying: declared.method === 'GET' && declared.writes !== true,
    ...declared,
    kind: 'route',
    params: (declared.params ?? nothing) as P,
    query: (declared.query ?? nothing) as Q,
    body: (declared.body ?? nothing) as B,
  }
}

/** Input of a verb: path, query and body fields in one flat object. */
export type Input<R extends BaseRoute> = Static<R['params']> & Static<R['query']> & Static<R['body']>
/** Reply of a verb, and of a client on the server side (dates are `Date`). */
export type Reply<R extends BaseRoute> = Static<R['reply'][1]>
