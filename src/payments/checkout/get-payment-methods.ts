import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Reply } from '#platform/contract/route.ts'
import { planTransferAccounts, transferAccounts } from '../settings/transfer-settings.ts'
import { findSellingAccount } from '../provider-accounts/payment-accounts.ts'
import { getTaxSettings } from '../tax/tax-settings.ts'
import type * as contract from '../contract.ts'

export async function getPaymentMethods(ctx: Ctx): Promise<Reply<typeof contract.getPaymentMethods>> {
  const { currency_code } = ctx.school!
  const account = await findSellingAccount(ctx, currency_code)
  const { mode, rates } = await getTaxSettings(ctx)
  const currency = currency_code.trim().toUpperCase()
  const accounts = await transferAccounts(ctx, currency)
  return {
    tax: mode === 'none' ? null : { mode, rates },
    currency,
    bank_transfer: accounts.length > 0,
    bank_transfer_for_plans: (await planTransferAccounts(ctx, currency)).length > 0,
    provider: account?.provider ?? null,
    is_test: account?.account.mode === 'test',
  }
}
