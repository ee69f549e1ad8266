import type { Ctx } from '#tenancy/context/request-context.ts'
import { visitorActor } from '#tenancy/access/actor.ts'
import type { LinkHolder } from '#tenancy/http/link-holder.ts'

/** Returns the client with this id if it is active and may act alone. */
export async function findActiveClient(
  { tx, school_id, now }: Pick<Ctx, 'tx' | 'school_id' | 'now'>,
  id: string,
): Promise<LinkHolder | null> {
  const client = await tx
    .selectFrom('api_clients')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('role', '=', 'admin')
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .select(['id', 'name', 'scopes'])
    .executeTakeFirst()
  if (!client) return null
  const actor = { ...visitorActor, id, name: client.name, role: 'admin' as const, client_id: id }
  return { actor, scopes: client.scopes }
}
