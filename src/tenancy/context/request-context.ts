import type { Brand } from '../hosts/brand.ts'
import type { School } from '../hosts/school.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database, Tx } from '#platform/database/database.server.ts'
import type { Hosts } from '../hosts/hosts.ts'
import type { DeviceCookie } from '#platform/http/headers/device-cookie.ts'
import type { EnqueueOptions, JobHandle } from '#platform/jobs/job-handle.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Storage } from '#platform/storage/storage.ts'

/** The school of rows that belong to the platform itself: account owners' mail, audit and jobs. */
export const PLATFORM_ID = '00000000-0000-0000-0000-000000000000'

export type Role = 'student' | 'teacher' | 'admin' | 'account_user'
/** A support account of the platform, or the one of them that may use the console too. */
export type PlatformRole = 'support' | 'privileged'
/** `visitor` is nobody logged in; `system` is a job. */
export type ActorRole = Role | 'visitor' | 'system'

export interface Actor {
  /** PLATFORM_ID for a visitor and for the system. */
  id: string
  role: ActorRole
  name: string
  email: string
  session_id: string | null
  /** When the session passed a second factor; null where it did not. */
  second_factor_at?: Date | null
  account_id: string | null
  /** The school's client that this came through; the same as `id` where the client acts by itself. */
  client_id?: string
  /** At the root host, what a proved account with a second factor is to the platform. Looked up with each request. */
  platform_role?: PlatformRole | null
  /** Set where the platform's own support visits the school; `id` is then the visit's. It may write while raised. */
  support?: 'reading' | 'raised'
}

/** An event that a domain emits for other domains; declared with `defineEvent`. */
export interface EventType<Payload> {
  readonly name: string
  /** Never set: ties the payload's type to the event. */
  readonly payload?: Payload
}

/** A value that another domain supplies; declared with `defineSlot`. */
export interface Slot<Value> {
  readonly name: string
  /** Never set: ties the value's type to the slot. */
  readonly value?: Value
}

export type EventHandler = (ctx: Ctx, payload: never) => Promise<unknown>

/** The subscriptions and slots of the product, assembled in `src/reactions.ts`. */
export interface Reactions {
  /** Handlers in their order; throws for an event that has none. */
  handlersOf(event: EventType<unknown>): readonly EventHandler[]
  /** The value that fills a slot; throws for an empty slot. */
  slot<Value>(slot: Slot<Value>): Value
}

/** Everything of a request or job but its transaction. */
export interface RequestContext {
  config: Config
  db: Database
  hosts: Pick<Hosts, 'byId' | 'resolve' | 'forget'>
  storage: Storage
  reactions: Reactions
  school_id: string
  /** Null only where the platform itself is spoken to. */
  school: School | null
  /** In whose name is spoken: the school's, or that of the root host. */
  brand: Brand
  actor: Actor
  now: Date
  request_id: string
  locale: string
  /** Client address, empty in jobs. */
  address: string
  user_agent: string
  /** Zero bits of the proof of work that came along; none in jobs. */
  proof_bits?: number
  /** The cookie by which a browser is recognised that somebody logged in from before; none in jobs. */
  device?: DeviceCookie
  request_source: string
  /** The browser sends Global Privacy Control or Do Not Track: its visits and events carry no user id. */
  refuses_tracking?: boolean
  /** Lines carry the request's id. No e-mail, password or token may be in one. */
  log: Log
  /** The school's own client that a request came through, whoever acts; absent for everybody else. */
  client_id?: string
}

/** What a verb works with: one school, one actor, one transaction. */
export interface Ctx extends RequestContext {
  tx: Tx
  /** Queues a job that starts only if this transaction commits. */
  enqueue<P>(job: JobHandle<P>, payload: P, options?: EnqueueOptions): Promise<void>
  /** Runs the event's handlers one after the other in this transaction; one that throws undoes everything. */
  emit<P>(event: EventType<P>, payload: P): Promise<void>
  /** Adds a row to the audit log in this transaction. `change` must hold no secret. */
  audit(action: string, subject: [type: string, id: string], change?: Record<string, unknown>): Promise<void>
  /** Drops what every process has cached of this school, once this transaction has committed. */
  schoolChanged(): void
  /** Runs after the commit, in this process only; must not throw. */
  afterCommit(run: () => void): void
}

/** What a verb gets that opens its short transactions itself. */
export interface CtxWithoutTx extends RequestContext {
  /** One short transaction of this school, as `actor` if given. */
  transact<T>(run: (ctx: Ctx) => Promise<T>): Promise<T>
}

export const visitorActor: Actor = {
  id: PLATFORM_ID,
  role: 'visitor',
  name: '',
  email: '',
  session_id: null,
  account_id: null,
}
export const systemActor: Actor = { ...visitorActor, role: 'system' }

export const isStaff = (actor: { role: string }) =>
  actor.role === 'teacher' || actor.role === 'admin' || actor.role === 'account_user'
export const isAdmin = (actor: { role: string }) => actor.role === 'admin' || actor.role === 'account_user'
