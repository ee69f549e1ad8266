import type { Config } from '#platform/config/config.ts'
import type { Route } from '../contract/define-route.ts'
import type { BodyBudget } from '#platform/http/body-budget.ts'
import type { Databases } from '#platform/database/database.server.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Telemetry } from '#platform/telemetry/telemetry.ts'
import type { Ctx, Reactions } from '../context/request-context.ts'
import type { Actor } from '../access/actor.ts'
import type { Hosts } from '../hosts/hosts.ts'
import type { ApiClients } from './api-client.ts'
import type { FindLinkHolder } from './link-holder.ts'

/** Finds the actor of a session token in the school's transaction; null if there is none. */
export type FindActorByToken = (ctx: Ctx, token: string) => Promise<Actor | null>

/** Services of a process that endpoints use; opened once at start. */
export interface Services {
  config: Config
  databases: Databases
  hosts: Hosts
  storage: Storage
  reactions: Reactions
  identify: FindActorByToken
  clients: ApiClients
  holderOf: FindLinkHolder
  /** Memory for large bodies of requests that this process reads at the same time. */
  bodyBudget: BodyBudget
  onSchoolInvalidated: (school_id: string) => void
  log: Log
  /** Undefined if traces and metrics are not sent. */
  telemetry?: Telemetry | undefined
  /** Called with each refusal of a route. */
  onRefusal?: (route: Route, code: string) => void
  now?: () => Date
}
