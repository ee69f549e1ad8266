import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Role } from '#tenancy/access/actor.ts'
import { publishEvent } from '#webhooks/index.ts'
import type { UserRow } from './user-details-view.ts'

type Status = 'active' | 'awaiting_acceptance' | 'suspended' | 'removed'

/** Publishes a webhook event when a user is created, activated or deactivated. */
export async function publishUserEvent(ctx: Ctx, person: UserRow, before: string | null) {
  const { id, name, email } = person
  const status = person.status as Status
  const type = typeOf(before, status)
  if (!type) return
  const data = { id, name, email, role: person.role as Role, status }
  await publishEvent(ctx, { type, object: `person/${id}`, data })
}

function typeOf(before: string | null, after: Status) {
  if (before === null) return 'person.registered' as const
  if (before === after) return null
  if (after === 'suspended') return 'person.suspended' as const
  if (after === 'removed') return 'person.removed' as const
  return before === 'awaiting_acceptance' ? ('person.accepted' as const) : ('person.reinstated' as const)
}
