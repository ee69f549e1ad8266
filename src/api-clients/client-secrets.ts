import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { hashToken, newId, newToken } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { getClient, lockClient } from './queries.ts'

/**
 * Adds a secret of 256 random bits and returns it; stores only its hash. The prefix lets secret scanners find it
 * in code.
 */
export async function createClientSecret({ tx, school_id, now }: Ctx, client_id: string) {
  const secret = `sch_${newToken()}`
  await tx
    .insertInto('api_client_secrets')
    .values({ school_id, client_id, id: newId(), secret_hash: hashToken(secret), created_at: now })
    .execute()
  return secret
}

/** At most two secrets are valid: the new one, and the previous one until it expires. */
export async function rotateApiClientSecret(
  ctx: Ctx,
  { client_id, overlap_hours }: Input<typeof contract.rotateApiClientSecret>,
): Promise<Reply<typeof contract.rotateApiClientSecret>> {
  const { tx, school_id, now } = ctx
  await lockClient(ctx, client_id)
  const { status } = await getClient(ctx, client_id)
  if (status !== 'active') throw new Refusal('api_client_inactive')
  await tx
    .deleteFrom('api_client_secrets')
    .where('school_id', '=', school_id)
    .where('client_id', '=', client_id)
    .where('expires_at', 'is not', null)
    .execute()
  await tx
    .updateTable('api_client_secrets')
    .set({ expires_at: new Date(now.getTime() + overlap_hours * 3_600_000) })
    .where('school_id', '=', school_id)
    .where('client_id', '=', client_id)
    .execute()
  const secret = await createClientSecret(ctx, client_id)
  await ctx.audit('api_client.secret_rotated', ['api_client', client_id], { overlap_hours })
  ctx.invalidateSchool()
  return { client: await getClient(ctx, client_id), secret }
}
