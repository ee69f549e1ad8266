import { isAdmin, type Actor } from '#tenancy/access/actor.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

type Who = Pick<Actor, 'id' | 'role'>

/** All staff may use templates; only the creator and admins may delete one. */
export function mayDeleteTemplate(actor: Who, template: { created_by: string }): Verdict {
  return isAdmin(actor) || template.created_by === actor.id ? allow : refuse('not_your_template')
}

/** Only the person who requested an export or import may see it. */
export function mayViewTransfer(actor: Who, transfer: { created_by: string }): Verdict {
  return transfer.created_by === actor.id ? allow : refuse('not_found')
}
