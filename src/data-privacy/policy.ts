import { isAdmin, type Actor } from '#tenancy/access/actor.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

/** Admins act for people who wrote to the school; for themselves they must reauthenticate like everybody. */
export function mayManagePersonalData(actor: Actor, person: { id: string; role: string }): Verdict {
  if (!isAdmin(actor)) return refuse('forbidden')
  if (actor.id === person.id) return refuse('own_role_immutable')
  return person.role === 'account_user' && actor.role !== 'account_user' ? refuse('owner_only') : allow
}
