import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { encrypt, decrypt, type EncryptedColumn } from '#platform/security/encryption.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from '../contract.ts'
import { lockWebhook, findWebhook } from '../queries.ts'
import { generateSigningSecret } from './signature.ts'

const signingPurpose = 'webhook-signing'
const sealContext = ({ school_id, endpoint_id }: Record<string, string>) => `${school_id}/${endpoint_id}`

const bindingOf = (row: { school_id: string; endpoint_id: string }) => ({
  purpose: signingPurpose,
  context: sealContext(row),
})

export const sealedSecretColumns: EncryptedColumn = {
  table: 'webhook_secrets',
  column: 'encrypted_secret',
  keys: ['id', 'endpoint_id'],
  scope: 'tenant',
  purpose: signingPurpose,
  sealContext,
}

/** Adds a signing secret and returns it; it is stored encrypted. */
export async function createSigningSecret({ tx, config, school_id, now }: Ctx, endpoint_id: string) {
  const secret = generateSigningSecret()
  const encrypted_secret = encrypt(config, bindingOf({ school_id, endpoint_id }), secret)
  await tx
    .insertInto('webhook_secrets')
    .values({ school_id, endpoint_id, id: newId(), encrypted_secret, created_at: now })
    .execute()
  return secret
}

/** Secrets that sign deliveries at `now`, newest first. */
export async function listSigningSecrets({ tx, config, school_id }: Ctx, endpoint_id: string, now: Date) {
  const rows = await tx
    .selectFrom('webhook_secrets')
    .where('school_id', '=', school_id)
    .where('endpoint_id', '=', endpoint_id)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .select('encrypted_secret')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const binding = bindingOf({ school_id, endpoint_id })
  return rows.map(({ encrypted_secret }) => decrypt(config, binding, encrypted_secret))
}

/** Deliveries have two signatures at most: by the new secret, and by the previous one until it expires. */
export async function rotateWebhookSecret(
  ctx: Ctx,
  { endpoint_id, overlap_hours }: Input<typeof contract.rotateWebhookSecret>,
): Promise<Reply<typeof contract.rotateWebhookSecret>> {
  const { tx, school_id, now } = ctx
  await lockWebhook(ctx, endpoint_id)
  await tx
    .deleteFrom('webhook_secrets')
    .where('school_id', '=', school_id)
    .where('endpoint_id', '=', endpoint_id)
    .where('expires_at', 'is not', null)
    .execute()
  await tx
    .updateTable('webhook_secrets')
    .set({ expires_at: new Date(now.getTime() + overlap_hours * 3_600_000) })
    .where('school_id', '=', school_id)
    .where('endpoint_id', '=', endpoint_id)
    .execute()
  const secret = await createSigningSecret(ctx, endpoint_id)
  await ctx.audit('webhook.secret_rotated', ['webhook', endpoint_id], { overlap_hours })
  return { webhook: await findWebhook(ctx, endpoint_id), secret }
}
