import { originFor } from '#platform/config/config.ts'
import type { Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import type { ProviderMode } from '../providers/provider.ts'
import { chooseProvider, providerNames, type ProviderRule } from './choose-provider.ts'
import { ruleOfSchool } from './payment-accounts.ts'
import { webhookEventsOf } from './webhook-events.ts'

/** The school's own accounts by provider. Admins see no part of a key. */
export async function listPaymentAccounts(ctx: Ctx): Promise<Reply<typeof contract.listPaymentAccounts>> {
  const { tx, school_id, school, config, actor } = ctx
  const rows = await tx
    .selectFrom('payment_accounts')
    .where('school_id', '=', school_id)
    .where('is_active', '=', true)
    .select(['provider', 'mode', 'key_suffix', 'has_previous_key', 'created_at', 'keys_changed_at'])
    .select('last_webhook_at')
    .execute()
  const rule = await ruleOfSchool(ctx)
  const currency = school!.currency_code.trim().toUpperCase()
  const used = chooseProvider(currency, rule)
  const origin = originFor(config, school!.host)
  return {
    currency,
    accepted_mode: config.payments.allowsTestKeys ? 'test' : 'live',
    data: providerNames.map((provider) => {
      const row = rows.find((one) => one.provider === provider)
      return {
        provider,
        account: row
          ? {
              mode: row.mode as ProviderMode,
              key_suffix: actor.role === 'account_user' ? row.key_suffix : null,
              has_previous_key: row.has_previous_key,
              connected_at: row.created_at,
              keys_changed_at: row.keys_changed_at,
              last_webhook_at: row.last_webhook_at,
            }
          : null,
        has_platform_account: config.payments.accounts[provider] !== undefined,
        is_used: provider === used,
        currencies: currenciesOf(provider, rule),
        webhook_url: `${origin}/api/payments/v1/webhooks/${provider}`,
        webhook_events: [...webhookEventsOf[provider]],
      }
    }),
  }
}

/** Which currencies go to a provider. */
function currenciesOf(
  provider: string,
  { primary, isStripeEnabled }: ProviderRule,
): 'african' | 'other' | 'all' | 'none' {
  const takesOther = provider === (isStripeEnabled ? 'stripe' : 'flutterwave')
  if (provider === primary) return takesOther ? 'all' : 'african'
  return takesOther ? 'other' : 'none'
}
