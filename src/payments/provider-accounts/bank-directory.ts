import type { BankDirectory } from '#affiliates/index.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { findSellingAccount, openAccount } from './payment-accounts.ts'

/** The bank list of the provider through which the school sells; null without one. */
async function banksOf(ctx: CtxWithoutTx) {
  const account = await ctx.transact((tx) => findSellingAccount(tx, ctx.school!.currency_code))
  return account ? (await openAccount(ctx, account)).banks : null
}

export const providerBanks: BankDirectory = {
  async list(ctx, country) {
    const banks = await banksOf(ctx)
    return banks && banks.list(country)
  },
  async resolve(ctx, account) {
    const banks = await banksOf(ctx)
    return banks && banks.resolve(account)
  },
}
