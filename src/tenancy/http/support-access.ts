import type { Ctx } from '../context/request-context.ts'
import type { Actor } from '../access/actor.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Route } from '../contract/define-route.ts'

/** Refuses what a support visit may not do, whatever its role. */
export function ensureSupportAllowed(route: Pick<Route, 'writes' | 'support'>, actor: Actor | null) {
  if (!actor?.support || !route.writes || route.support === 'always') return
  if (actor.support === 'reading') throw new Refusal('support_read_only')
  if (route.support === 'never') throw new Refusal('support_forbidden')
}

/** Whether the call runs in a read-only transaction. */
export const isReadOnlySupportCall = (route: Route, actor: Actor) =>
  actor.support === 'reading' && route.support !== 'always'

/** Audits each write of a support visit in the school's log, in addition to the verb's own entries. */
export async function auditSupportCall(ctx: Ctx, route: Route, params: unknown) {
  if (!ctx.actor.support || !route.writes || route.support === 'always') return
  const { name, method, path } = route
  await ctx.audit('support.changed_data', ['route', name], { method, path, params })
}
