import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { createClientSecret } from './client-secrets.ts'
import type * as contract from './contract.ts'
import { getClient } from './queries.ts'

/** Maximum number of active clients per school. */
const maxClients = 50

export async function createApiClient(
  ctx: Ctx,
  { name, role, scopes, expires_at: given }: Input<typeof contract.createApiClient>,
): Promise<Reply<typeof contract.createApiClient>> {
  const { tx, school_id, actor, now } = ctx
  const expires_at = given ? new Date(given) : null
  if (expires_at && expires_at <= now)
    refuseInvalidField('expires_at', 'in_the_past', 'This time has passed.')
  await ensureRoom(ctx)
  const id = newId()
  const username = `client_${randomBytes(12).toString('hex')}`
  await tx
    .insertInto('api_clients')
    .values({
      school_id,
      id,
      username,
      name: name.trim(),
      role,
      scopes: [...scopes],
      expires_at,
      created_by: actor.id,
      created_at: now,
    })
    .execute()
  const secret = await createClientSecret(ctx, id)
  await ctx.audit('api_client.created', ['api_client', id], { name: name.trim(), role, scopes, expires_at })
  return { client: await getClient(ctx, id), secret }
}

/** Locks the school first, so that two concurrent requests cannot exceed the maximum. */
async function ensureRoom({ tx, school_id, now }: Ctx) {
  await sql`select from schools where school_id = ${school_id} for no key update`.execute(tx)
  const { count } = await tx
    .selectFrom('api_clients')
    .where('school_id', '=', school_id)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= maxClients) throw new Refusal('api_client_limit_reached')
}
