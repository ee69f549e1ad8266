import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { okReply } from '#platform/contract/schemas.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from '../contract.ts'
import { ProviderError, type ProviderMode } from '../providers/provider.ts'
import { decryptAccountKeys, encryptAccountKeys } from './account-keys.ts'
import { ensureKeyFormat, nextWebhookKeys, type TypedKeys } from './check-key-format.ts'
import { keyMode } from './key-mode.ts'
import { listPaymentAccounts } from './list-accounts.ts'
import { openAccount } from './payment-accounts.ts'

type Keys = Input<typeof contract.connectPaymentAccount>

/**
 * Stores the keys of the school's own account after the provider has accepted the secret key. Keys of the same mode replace the
 * stored ones, and webhooks of both are accepted; keys of another mode begin a new account.
 */
export async function connectPaymentAccount(
  ctx: CtxWithoutTx,
  keys: Keys,
): Promise<Reply<typeof contract.connectPaymentAccount>> {
  ensureKeyFormat(keys.provider, keys, ctx.config.payments.allowsTestKeys ? 'test' : 'live')
  await askProvider(ctx, keys)
  return ctx.transact(async (tx) => {
    await storeKeys(tx, keys)
    return listPaymentAccounts(tx)
  })
}

async function askProvider(ctx: CtxWithoutTx, { provider, secret_key }: Keys) {
  const base_url = ctx.config.payments.baseUrls[provider]
  const account = { base_url, secret_key, webhook_keys: [], mode: keyMode(secret_key) }
  try {
    const opened = await openAccount(ctx, { provider, payment_account_id: null, account })
    await opened.checkKeys()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new Refusal(error.code === 'credentials_invalid' ? 'payment_key_refused' : 'payment_key_unchecked')
  }
}

async function storeKeys(ctx: Ctx, { provider, ...keys }: Keys) {
  const { tx, school_id, now, config } = ctx
  const mode = keyMode(keys.secret_key)
  const before = await lockActive(ctx, provider)
  const isRotation = before?.mode === mode
  if (before && !isRotation) await deactivate(ctx, before.id)
  const id = isRotation ? before.id : newId()
  const webhook_keys = nextWebhookKeys(
    provider,
    keys,
    isRotation ? decryptAccountKeys(config, { school_id, ...before }) : null,
  )
  const stored = {
    encrypted_keys: encryptAccountKeys(
      config,
      { school_id, id },
      { secret_key: keys.secret_key, webhook_keys },
    ),
    key_suffix: keys.secret_key.slice(-4),
    has_previous_key: webhook_keys.length > 1,
    keys_changed_at: now,
  }
  await (isRotation
    ? tx
        .updateTable('payment_accounts')
        .set(stored)
        .where('school_id', '=', school_id)
        .where('id', '=', id)
        .execute()
    : tx
        .insertInto('payment_accounts')
        .values({ school_id, id, provider, mode, created_at: now, ...stored })
        .execute())
  await ctx.audit(
    isRotation ? 'payment_account.keys_replaced' : 'payment_account.connected',
    ['payment_account', id],
    { provider, mode },
  )
  ctx.invalidateSchool()
}

const lockActive = ({ tx, school_id }: Ctx, provider: string) =>
  tx
    .selectFrom('payment_accounts')
    .where('school_id', '=', school_id)
    .where('provider', '=', provider)
    .where('is_active', '=', true)
    .select(['id', 'mode', 'encrypted_keys'])
    .forUpdate()
    .executeTakeFirst()

const deactivate = ({ tx, school_id }: Ctx, id: string) =>
  tx
    .updateTable('payment_accounts')
    .set({ is_active: false })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()

/** Ends new payments through the school's own account. Its keys stay, because its payments are verified and refunded by them. */
export async function disconnectPaymentAccount(
  ctx: Ctx,
  { provider }: Input<typeof contract.disconnectPaymentAccount>,
): Promise<Reply<typeof contract.disconnectPaymentAccount>> {
  const account = await lockActive(ctx, provider)
  if (!account) throw new Refusal('not_found')
  await deactivate(ctx, account.id)
  await ctx.audit('payment_account.disconnected', ['payment_account', account.id], {
    provider,
    mode: account.mode as ProviderMode,
  })
  ctx.invalidateSchool()
  return okReply
}

export type { TypedKeys }
