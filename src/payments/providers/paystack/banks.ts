import type { ProviderClient } from '../provider-client.ts'
import { ProviderError } from '../provider-error.ts'
import type { BankAccount, PaymentProvider } from '../provider.ts'
import { isRejectedAs } from '../reading-replies.ts'
import { BankAccountReply, BankList } from './paystack-replies.ts'

/** Names that Paystack has for the countries of ISO 3166-1. */
const countryNames = new Map([
  ['NG', 'nigeria'],
  ['GH', 'ghana'],
  ['KE', 'kenya'],
  ['ZA', 'south africa'],
])

/** Banks and holders of accounts. South African accounts need documents of the holder, which we do not collect. */
export const createBanks = (client: ProviderClient): NonNullable<PaymentProvider['banks']> => ({
  async list(country) {
    const name = countryNames.get(country)
    return name ? listBanks(client, name) : []
  },
  resolve: (account) => resolveAccount(client, account),
})

/** A country has at most some hundred banks; a page that brings no further one is the last. */
async function listBanks(client: ProviderClient, country: string) {
  const names = new Map<string, string>()
  for (let page = 1; page <= 20; page++) {
    const { data } = await client.call({
      method: 'GET',
      path: '/bank',
      query: { country, perPage: '100', page: String(page) },
      operation: 'banks.list',
      reply: BankList,
    })
    const before = names.size
    for (const bank of data) names.set(bank.code, bank.name)
    if (data.length < 100 || names.size === before) break
  }
  return [...names].map(([code, bankName]) => ({ code, name: bankName }))
}

async function resolveAccount(client: ProviderClient, { account_number, bank_code, country }: BankAccount) {
  const operation = 'banks.resolve'
  if (country !== 'NG' && country !== 'GH')
    throw new ProviderError('rejected', { provider: 'paystack', operation, code: 'not_supported' })
  try {
    const { data } = await client.call({
      method: 'GET',
      path: '/bank/resolve',
      query: { account_number, bank_code },
      operation,
      reply: BankAccountReply,
    })
    return { account_name: data.account_name }
  } catch (error) {
    if (isRejectedAs(error, 'not_found', 'other')) return null
    throw error
  }
}
