import type { Actor } from './context.ts'
import { Refusal } from './refusal.ts'
import type { Can } from './route.ts'

const rolesOf: Record<Can, (role: Actor['role']) => boolean> = {
  public: () => true,
  user: (role) => role !== 'visitor',
  student: (role) => role === 'student',
  teacher: (role) => role === 'teacher',
  staff: (role) => role === 'teacher' || role === 'admin' || role === 'account_user',
  admin: (role) => role === 'admin' || role === 'account_user',
  owner: (role) => role === 'account_user',
  platform: () => false,
}

/** Whether a role may call routes declared with `can` at all. */
export const roleCan = (can: Can, role: Actor['role']) => rolesOf[can](role)

/** Refuses whoever may not call such routes at all. */
export function ensureCan(can: Can, actor: Actor | null) {
  if (can === 'public') return
  if (!actor) throw new Refusal('unauthenticated')
  if (!roleCan(can, actor.role)) throw new Refusal('forbidden')
}
