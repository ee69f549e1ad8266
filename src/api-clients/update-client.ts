import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { getClient, lockClient } from './queries.ts'

/** Applies in every process at once. The role cannot change: a program with more rights needs its own secret. */
export async function updateApiClient(
  ctx: Ctx,
  { client_id, ...given }: Input<typeof contract.updateApiClient>,
): Promise<Reply<typeof contract.updateApiClient>> {
  const { tx, school_id, now } = ctx
  await lockClient(ctx, client_id)
  const before = await getClient(ctx, client_id)
  if (before.status !== 'active') throw new Refusal('api_client_inactive')
  const after = {
    name: given.name?.trim() ?? before.name,
    scopes: given.scopes ? [...given.scopes] : before.scopes,
    expires_at: given.expires_at === undefined ? before.expires_at : dateOf(given.expires_at),
  }
  if (after.expires_at && after.expires_at <= now)
    refuseInvalidField('expires_at', 'in_the_past', 'This time has passed.')
  await tx
    .updateTable('api_clients')
    .set(after)
    .where('school_id', '=', school_id)
    .where('id', '=', client_id)
    .execute()
  const { name, scopes, expires_at } = before
  const from = { name, scopes, expires_at }
  await ctx.audit('api_client.updated', ['api_client', client_id], { from, to: after })
  ctx.invalidateSchool()
  return getClient(ctx, client_id)
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text))
