import type { Actor } from '../context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { RouteAccess } from '../contract/define-route.ts'

const rolesOf: Record<RouteAccess, (role: Actor['role']) => boolean> = {
  public: () => true,
  user: (role) => role !== 'visitor',
  student: (role) => role === 'student',
  teacher: (role) => role === 'teacher',
  staff: (role) => role === 'teacher' || role === 'admin' || role === 'account_user',
  admin: (role) => role === 'admin' || role === 'account_user',
  owner: (role) => role === 'account_user',
  // Independent of the role: see `platformRoleAllows`.
  platform: () => false,
  privileged: () => false,
}

/** Whether a role may call routes declared with `can` at all. */
export const roleAllows = (can: RouteAccess, role: Actor['role']) => rolesOf[can](role)

/** Whether a platform role may call such routes. */
export const platformRoleAllows = (can: RouteAccess, platform_role: Actor['platform_role']) =>
  can === 'platform' ? Boolean(platform_role) : can === 'privileged' && platform_role === 'privileged'

/** Refuses actors who may not call such routes at all. */
export function ensureAccess(can: RouteAccess, actor: Actor | null) {
  if (can === 'public') return
  if (!actor) throw new Refusal('unauthenticated')
  if (!roleAllows(can, actor.role) && !platformRoleAllows(can, actor.platform_role))
    throw new Refusal('forbidden')
}
