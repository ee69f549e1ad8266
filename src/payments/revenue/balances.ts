import type { Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { isPaidToSchool } from '../records/payment-channel.ts'

type Balances = Reply<typeof contract.getBalances>

/** One row per account at a provider and currency. */
const selectBalances = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx
    .selectFrom('ledger_balances')
    .where('school_id', '=', school_id)
    .orderBy('currency')
    .orderBy('provider')
    .orderBy('id')
    .select(['provider', 'payment_account_id', 'currency', 'provider_clearing', 'dispute_hold'])
    .select(['school_payable', 'affiliate_payable', 'tax_payable'])
    .limit(200)

type BalanceRow = Awaited<ReturnType<ReturnType<typeof selectBalances>['executeTakeFirstOrThrow']>>

/**
 * What the platform owes the school in each currency: its money at the platform's accounts with commissions and tax, which the
 * school pays to its affiliates and the tax authority, less earlier payouts.
 */
export async function owedToSchool(
  ctx: Pick<Ctx, 'tx' | 'school_id'>,
): Promise<{ currency: string; amount: number }[]> {
  return owedOf(await selectBalances(ctx).execute())
}

function owedOf(rows: readonly BalanceRow[]) {
  const sums = new Map<string, number>()
  for (const row of rows)
    if (row.payment_account_id === null && !isPaidToSchool(row))
      sums.set(
        row.currency,
        (sums.get(row.currency) ?? 0) - row.school_payable - row.affiliate_payable - row.tax_payable,
      )
  return [...sums].flatMap(([currency, amount]) => (amount === 0 ? [] : [{ currency, amount: amount + 0 }]))
}

export async function getBalances(ctx: Ctx): Promise<Balances> {
  const rows = await selectBalances(ctx).execute()
  const accounts = new Map<string, Balances['accounts'][number]>()
  for (const { provider, payment_account_id, currency, provider_clearing, dispute_hold } of rows) {
    if (provider === null) continue
    const is_platform = payment_account_id === null && !isPaidToSchool({ provider })
    // A school that replaced its account sees both as one.
    const key = `${provider}/${is_platform}/${currency}`
    const before = accounts.get(key)
    accounts.set(key, {
      // A check constraint limits the provider.
      provider: provider as Balances['accounts'][number]['provider'],
      is_platform,
      currency,
      received: (before?.received ?? 0) + provider_clearing,
      disputed: (before?.disputed ?? 0) - dispute_hold + 0,
    })
  }
  return { accounts: [...accounts.values()], owed: owedOf(rows) }
}
