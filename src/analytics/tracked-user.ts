import { sql } from 'kysely'
import { userIdIfConsented } from '#consent/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { isStaff } from '#tenancy/access/actor.ts'

/** Role of the person of a visit or event; null for visitors, API clients and support. */
export const trackedUserType = ({ actor }: Pick<Ctx, 'actor'>) =>
  !actor.support && (actor.role === 'student' || isStaff(actor)) ? actor.role : null

/**
 * SQL for the user id of a visit or event. It comes from the session, and is null unless the person consents to
 * usage statistics and the browser allows tracking.
 */
export const trackedUserId = (ctx: Ctx) =>
  ctx.has_tracking_opt_out || !ctx.school || trackedUserType(ctx) === null
    ? sql<string | null>`null::uuid`
    : userIdIfConsented(ctx, 'usage_statistics', ctx.actor.id)
