import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from '../contract.ts'
import { findWebhook } from '../queries.ts'
import { webhookHost, endpointUrl } from './endpoint-url.ts'
import { createSigningSecret } from './list-signing-secrets.ts'

const maxWebhooks = 20

export async function createWebhook(
  ctx: Ctx,
  { url: given, description = '', event_types }: Input<typeof contract.createWebhook>,
): Promise<Reply<typeof contract.createWebhook>> {
  const { tx, school_id, actor, now } = ctx
  const url = endpointUrl(ctx, given)
  await ensureRoom(ctx)
  const id = newId()
  await tx
    .insertInto('webhook_endpoints')
    .values({
      school_id,
      id,
      url,
      description: description.trim(),
      event_types: [...event_types],
      created_by: actor.id,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const secret = await createSigningSecret(ctx, id)
  await ctx.audit('webhook.created', ['webhook', id], { host: webhookHost(url), event_types })
  return { webhook: await findWebhook(ctx, id), secret }
}

/** Locks the school first, so that two concurrent requests cannot exceed the maximum. */
async function ensureRoom({ tx, school_id }: Ctx) {
  await sql`select from schools where school_id = ${school_id} for no key update`.execute(tx)
  const { count } = await tx
    .selectFrom('webhook_endpoints')
    .where('school_id', '=', school_id)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= maxWebhooks) throw new Refusal('webhook_limit_reached')
}
