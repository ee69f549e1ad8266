import type { Ctx, RequestContext } from '#tenancy/context/request-context.ts'
import { openProvider } from '../providers/open-provider.ts'
import type { PaymentProvider, ProviderAccount, ProviderMode, ProviderName } from '../providers/provider.ts'
import type { StripeClient } from '../providers/stripe/stripe-client.ts'
import { decryptAccountKeys } from './account-keys.ts'
import { chooseProvider, ruleWithOwnAccounts, type ProviderRule } from './choose-provider.ts'

/** An account at a provider; `payment_account_id` is null for the platform's. */
export interface PaymentAccount {
  provider: ProviderName
  payment_account_id: string | null
  account: ProviderAccount
}

type AccountCtx = Pick<Ctx, 'tx' | 'school_id' | 'config'>

/** The account through which a school sells in a currency; null if it cannot take payments in it. */
export async function findSellingAccount(
  ctx: AccountCtx,
  currency_code: string,
): Promise<PaymentAccount | null> {
  const provider = chooseProvider(currency_code, await ruleOfSchool(ctx))
  const [own] = await schoolAccounts(ctx, provider, { active: true })
  return own ?? platformAccount(ctx, provider)
}

/** The rule of the platform, with the school's own accounts. */
export async function ruleOfSchool({ tx, school_id, config }: AccountCtx): Promise<ProviderRule> {
  const own = await tx
    .selectFrom('payment_accounts')
    .where('school_id', '=', school_id)
    .where('is_active', '=', true)
    .select('provider')
    .execute()
  return ruleWithOwnAccounts(config.payments, new Set(own.map(({ provider }) => provider)))
}

/** The account of an attempt, whatever the settings say today. Throws if the platform's keys were removed. */
export async function accountOfAttempt(
  ctx: AccountCtx,
  attempt: { provider: string; payment_account_id: string | null },
): Promise<PaymentAccount> {
  const provider = attempt.provider as ProviderName
  const accounts = attempt.payment_account_id
    ? await schoolAccounts(ctx, provider, { id: attempt.payment_account_id })
    : [platformAccount(ctx, provider)]
  if (!accounts[0]) throw new Error(`No keys for ${provider}, which has payments of this school.`)
  return accounts[0]
}

/** The school's own accounts at a provider, current and former: webhooks of all may arrive at its host. */
export const ownAccounts = (ctx: AccountCtx, provider: ProviderName): Promise<PaymentAccount[]> =>
  schoolAccounts(ctx, provider, {})

/** The platform's own account; null without keys. */
export function platformAccount(
  { config }: Pick<Ctx, 'config'>,
  provider: ProviderName,
): PaymentAccount | null {
  const keys = config.payments.accounts[provider]
  if (!keys) return null
  const base_url = config.payments.baseUrls[provider]
  return { provider, payment_account_id: null, account: { base_url, ...keys } }
}

interface AccountFilter {
  id?: string
  active?: boolean
}

async function schoolAccounts(
  { tx, school_id, config }: AccountCtx,
  provider: ProviderName,
  { id, active }: AccountFilter,
): Promise<PaymentAccount[]> {
  const rows = await tx
    .selectFrom('payment_accounts')
    .where('school_id', '=', school_id)
    .where('provider', '=', provider)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .$if(active === true, (query) => query.where('is_active', '=', true))
    .orderBy('is_active', 'desc')
    .orderBy('created_at', 'desc')
    .limit(5)
    .select(['id', 'mode', 'encrypted_keys'])
    .execute()
  return rows.map(({ mode, ...row }) => ({
    provider,
    payment_account_id: row.id,
    account: {
      base_url: config.payments.baseUrls[provider],
      ...decryptAccountKeys(config, { school_id, ...row }),
      mode: mode as ProviderMode,
    },
  }))
}

/** Opens the adapter of an account. */
export const openAccount = (
  { log }: Pick<RequestContext, 'log'>,
  { provider, account }: PaymentAccount,
): Promise<PaymentProvider> => openProvider(provider, account, { log })

/** Opens the platform's own account for a currency; null without keys. */
export async function openPlatformProvider(
  ctx: Pick<RequestContext, 'config' | 'log'>,
  currency_code: string,
): Promise<PaymentProvider | null> {
  const account = platformAccount(ctx, chooseProvider(currency_code, ctx.config.payments))
  return account ? openAccount(ctx, account) : null
}

/** Stripe's SDK with the platform's own account, for what schools pay; null without keys. Loaded on first use. */
export async function openPlatformStripe(
  ctx: Pick<RequestContext, 'config' | 'log'>,
): Promise<StripeClient | null> {
  const account = platformAccount(ctx, 'stripe')
  if (!account) return null
  const { createStripeClient } = await import('../providers/stripe/stripe-client.ts')
  return createStripeClient(account.account, { log: ctx.log })
}
