import type { Actor } from './actor.ts'
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

/** Whether a role may call routes declared with `access` at all. */
export const roleAllows = (access: RouteAccess, role: Actor['role']) => rolesOf[access](role)

/** Whether a platform role may call such routes. */
export const platformRoleAllows = (access: RouteAccess, platform_role: Actor['platform_role']) =>
  access === 'platform' ? Boolean(platform_role) : access === 'privileged' && platform_role === 'privileged'

/** Refuses actors who may not call such routes at all. */
export function ensureAccess(access: RouteAccess, actor: Actor | null) {
  if (access === 'public') return
  if (!actor) throw new Refusal('unauthenticated')
  if (!roleAllows(access, actor.role) && !platformRoleAllows(access, actor.platform_role))
    throw new Refusal('forbidden')
}
