import { Type, type Static, type TObject, type TSchema } from 'typebox'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * `by: 'address'` counts the client's network (`clientNetwork`), `by: 'user'` the person, however many sessions he or she
 * has. Counters are durable and per tenant.
 */
export interface RateLimit {
  by: 'address' | 'user'
  max: number
  seconds: number
  /** Past `max` a call is refused, or with `proof` needs a proof of work: for what nobody may be kept from by others. */
  beyond?: 'proof'
}

export type NoFields = TObject<Record<never, never>>

/** A route without its access rules: what the server's steps and the typed client read of it. */
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
  runsWhileIdentifying?: boolean
}

/** The longest body of a route that declares nothing else. */
export const defaultBodyLimitBytes = 64 * 1024

const nothing = Type.Object({}) as NoFields

/** The declared route with a value for every field that a declaration may leave out. */
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
    writes: declared.method !== 'GET',
    runsWhileIdentifying: declared.method === 'GET' && declared.writes !== true,
    ...declared,
    kind: 'route',
    params: (declared.params ?? nothing) as P,
    query: (declared.query ?? nothing) as Q,
    body: (declared.body ?? nothing) as B,
  }
}

/** What a verb receives: path, query and body fields in one flat object. */
export type Input<R extends BaseRoute> = Static<R['params']> & Static<R['query']> & Static<R['body']>
/** What a verb answers and a client gets on the server side (dates are `Date`). */
export type Reply<R extends BaseRoute> = Static<R['reply'][1]>
