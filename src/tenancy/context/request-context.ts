import type { Actor } from '../access/actor.ts'
import type { Brand } from '../hosts/brand.ts'
import type { School } from '../hosts/school.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database, Tx } from '#platform/database/database.server.ts'
import type { Hosts } from '../hosts/hosts.ts'
import type { DeviceCookie } from '#platform/http/headers/device-cookie.ts'
import type { EnqueueOptions, JobHandle } from '#platform/jobs/job-handle.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Storage } from '#platform/storage/storage.ts'

/** An event that a domain emits for other domains; declared with `defineEvent`. */
export interface EventType<Payload> {
  readonly name: string
  /** Never set: carries the payload's type. */
  readonly payload?: Payload
}

/** A value that another domain provides; declared with `defineSlot`. */
export interface Slot<Value> {
  readonly name: string
  /** Never set: carries the value's type. */
  readonly value?: Value
}

export type EventHandler = (ctx: Ctx, payload: never) => Promise<unknown>

/** Event handlers and slot values of the product, assembled in `src/reactions.ts`. */
export interface Reactions {
  /** Handlers in order; throws if there are none. */
  handlersOf(event: EventType<unknown>): readonly EventHandler[]
  /** Value of a slot; throws if it is empty. */
  slot<Value>(slot: Slot<Value>): Value
}

/** Context of a request or job, without a transaction. */
export interface RequestContext {
  config: Config
  db: Database
  hosts: Pick<Hosts, 'byId' | 'resolve' | 'evict'>
  storage: Storage
  reactions: Reactions
  school_id: string
  /** Null for the platform itself. */
  school: School | null
  /** Brand of the school or root host. */
  brand: Brand
  actor: Actor
  now: Date
  request_id: string
  locale: string
  /** Client address, empty in jobs. */
  address: string
  user_agent: string
  /** Zero bits of the request's proof of work; none in jobs. */
  proof_bits?: number
  /** Cookie that identifies the browser as a known device; none in jobs. */
  device_cookie?: DeviceCookie
  request_source: string
  /** The browser sends Global Privacy Control or Do Not Track: its visits and events have no user id. */
  has_tracking_opt_out?: boolean
  /** Log lines include the request's id. They must not contain e-mail addresses, passwords or tokens. */
  log: Log
  /** The school's API client of the request, also if a person acts; absent without one. */
  client_id?: string
}

/** Context of a verb: one school, one actor, one transaction. */
export interface Ctx extends RequestContext {
  tx: Tx
  /** Enqueues a job that starts only if this transaction commits. */
  enqueue<P>(job: JobHandle<P>, payload: P, options?: EnqueueOptions): Promise<void>
  /** Runs the event's handlers one after the other in this transaction; an exception rolls everything back. */
  emit<P>(event: EventType<P>, payload: P): Promise<void>
  /** Adds a row to the audit log in this transaction. `change` must not contain secrets. */
  audit(action: string, subject: [type: string, id: string], change?: Record<string, unknown>): Promise<void>
  /** Makes every process drop cached data of this school after the commit. */
  invalidateSchool(): void
  /** Runs after the commit, in this process only; must not throw. */
  afterCommit(run: () => void): void
}

/** Context of a verb that opens its short transactions itself. */
export interface CtxWithoutTx extends RequestContext {
  /** Runs one short transaction of this school, as `actor` if given. */
  transact<T>(run: (ctx: Ctx) => Promise<T>): Promise<T>
}
