import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { ProviderMode, ProviderName } from '../providers/provider.ts'
import { keyMode } from './key-mode.ts'

const secretKeys: Record<ProviderName, RegExp> = {
  stripe: /^[sr]k_(?:test|live)_/,
  paystack: /^sk_(?:test|live)_/,
  flutterwave: /^FLWSECK(?:_TEST)?-/,
}

export interface TypedKeys {
  secret_key: string
  webhook_secret?: string | undefined
}

/**
 * Refuses keys that cannot be secret keys of the provider, and those of the other mode: test keys in production would open
 * courses without money, and live keys elsewhere would take real money.
 */
export function ensureKeyFormat(
  provider: ProviderName,
  { secret_key, webhook_secret }: TypedKeys,
  acceptedMode: ProviderMode,
): void {
  if (!secretKeys[provider].test(secret_key)) throw new Refusal('payment_key_format')
  if (provider !== 'paystack' && !webhook_secret)
    refuseInvalidField(
      'webhook_secret',
      'required',
      'Give the secret with which the provider signs webhooks.',
    )
  if (provider === 'stripe' && !webhook_secret!.startsWith('whsec_')) throw new Refusal('payment_key_format')
  if (keyMode(secret_key) !== acceptedMode)
    throw new Refusal(acceptedMode === 'live' ? 'payment_key_must_be_live' : 'payment_key_must_be_test')
}

/**
 * Keys that verify webhooks after new ones were connected: the new one, and the one before, with which the provider may still
 * sign. Paystack signs with its secret key.
 */
export function nextWebhookKeys(
  provider: ProviderName,
  { secret_key, webhook_secret }: TypedKeys,
  before: { secret_key: string; webhook_keys: readonly string[] } | null,
): string[] {
  const previous = provider === 'paystack' ? before?.secret_key : before?.webhook_keys[0]
  const current = provider === 'paystack' ? secret_key : webhook_secret!
  return [current, ...(previous && previous !== current ? [previous] : [])]
}
