import type { ProviderClient } from '../provider-client.ts'
import type { PaymentProvider } from '../provider.ts'
import { isRejectedAs } from '../reading-replies.ts'
import { BankAccountReply, BankList } from './flutterwave-replies.ts'

/** Banks of a country and holders of accounts. */
export const createBanks = (client: ProviderClient): NonNullable<PaymentProvider['banks']> => ({
  async list(country) {
    const { data } = await client.call({
      method: 'GET',
      path: `/banks/${encodeURIComponent(country)}`,
      operation: 'banks.list',
      reply: BankList,
    })
    return data.map(({ code, name }) => ({ code, name }))
  },
  async resolve({ account_number, bank_code }) {
    try {
      const { data } = await client.call({
        method: 'POST',
        path: '/accounts/resolve',
        operation: 'banks.resolve',
        reply: BankAccountReply,
        body: { account_number, account_bank: bank_code },
      })
      return { account_name: data.account_name }
    } catch (error) {
      if (isRejectedAs(error, 'not_found', 'other')) return null
      throw error
    }
  },
})
