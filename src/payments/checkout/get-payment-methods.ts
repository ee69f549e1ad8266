import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Reply } from '#platform/contract/route.ts'
import { findSellingAccount } from '../provider-accounts/payment-accounts.ts'
import { getTaxSettings } from '../tax/tax-settings.ts'
import type * as contract from '../contract.ts'

export async function getPaymentMethods(ctx: Ctx): Promise<Reply<typeof contract.getPaymentMethods>> {
  const { currency_code } = ctx.school!
  const account = await findSellingAccount(ctx, currency_code)
  const { mode, rates } = await getTaxSettings(ctx)
  return {
    tax: mode === 'none' ? null : { mode, rates },
    currency: currency_code.trim().toUpperCase(),
    provider: account?.provider ?? null,
    is_test: account?.account.mode === 'test',
  }
}
