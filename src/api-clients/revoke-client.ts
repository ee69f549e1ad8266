import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { getClient, lockClient } from './queries.ts'

/** Revoking a revoked client changes nothing. */
export async function revokeApiClient(
  ctx: Ctx,
  { client_id }: Input<typeof contract.revokeApiClient>,
): Promise<Reply<typeof contract.revokeApiClient>> {
  const { tx, school_id, now } = ctx
  await lockClient(ctx, client_id)
  const client = await getClient(ctx, client_id)
  if (client.status === 'revoked') return client
  await tx
    .updateTable('api_clients')
    .set({ revoked_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', client_id)
    .execute()
  await tx
    .deleteFrom('api_client_secrets')
    .where('school_id', '=', school_id)
    .where('client_id', '=', client_id)
    .execute()
  await ctx.audit('api_client.revoked', ['api_client', client_id], { name: client.name })
  ctx.invalidateSchool()
  return getClient(ctx, client_id)
}
