import type { Config } from '#platform/config/config.ts'
import type { Route } from '../contract/define-route.ts'
import type { Databases } from '#platform/database/database.server.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Telemetry } from '#platform/telemetry/telemetry.ts'
import type { Actor, Ctx, Reactions } from '../context/request-context.ts'
import type { Hosts } from '../hosts/hosts.ts'
import type { ApiClients } from './api-client.ts'
import type { FindLinkHolder } from './link-holder.ts'

/** Finds who a session token belongs to, in the school's transaction; null for none. */
export type FindActorByToken = (ctx: Ctx, token: string) => Promise<Actor | null>

/** What every endpoint of a process works with; opened once at its start. */
export interface Services {
  config: Config
  databases: Databases
  hosts: Hosts
  storage: Storage
  reactions: Reactions
  identify: FindActorByToken
  clients: ApiClients
  holderOf: FindLinkHolder
  onSchoolChanged: (school_id: string) => void
  log: Log
  /** Undefined where nobody is told of traces and metrics. */
  telemetry?: Telemetry | undefined
  /** Told of each refusal that a route answered with. */
  onRefusal?: (route: Route, code: string) => void
  now?: () => Date
}
