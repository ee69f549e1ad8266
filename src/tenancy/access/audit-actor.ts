import type { Actor } from './actor.ts'
import { PLATFORM_ID } from '../hosts/school.ts'

/** Audit log columns of the actor. */
export const auditActorColumns = (actor: Actor) => ({
  actor_id: actor.id,
  actor_role: auditedRole(actor),
  client_id: actor.client_id ?? null,
})

function auditedRole({ id, role, client_id, platform_role, support }: Actor) {
  if (support) return 'support'
  if (platform_role === 'privileged') return 'platform'
  return client_id === id && id !== PLATFORM_ID ? 'api_client' : role
}
