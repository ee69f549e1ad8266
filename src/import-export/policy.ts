import { isAdmin, type Actor } from '#tenancy/context/request-context.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

type Who = Pick<Actor, 'id' | 'role'>

/** Templates are there for all staff; what one made, only that one and the admins take away. */
export function mayDeleteTemplate(actor: Who, template: { created_by: string }): Verdict {
  return isAdmin(actor) || template.created_by === actor.id ? allow : refuse('not_your_template')
}

/** An export or import is followed by whoever asked for it; to all others it is not there. */
export function mayViewTransfer(actor: Who, transfer: { created_by: string }): Verdict {
  return transfer.created_by === actor.id ? allow : refuse('not_found')
}
