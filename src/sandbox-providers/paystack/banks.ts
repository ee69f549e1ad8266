import type { SandboxReply } from '../core/wire.ts'
import { refusal, success } from './replies.ts'

/** A few banks for each country that Paystack names. */
const banksByCountry: Record<string, readonly [name: string, code: string][]> = {
  nigeria: [
    ['Access Bank', '044'],
    ['Guaranty Trust Bank', '058'],
    ['Zenith Bank', '057'],
  ],
  ghana: [
    ['Absa Bank Ghana', '030100'],
    ['GCB Bank', '040100'],
  ],
  kenya: [
    ['Equity Bank', '68'],
    ['KCB Bank', '01'],
  ],
  'south africa': [
    ['Absa Bank', '632005'],
    ['Standard Bank South Africa', '051001'],
  ],
}

export function banks(query: URLSearchParams): SandboxReply {
  const country = query.get('country') ?? 'nigeria'
  const perPage = Number(query.get('perPage') ?? 50)
  const start = (Number(query.get('page') ?? 1) - 1) * perPage
  const rows = (banksByCountry[country] ?? []).slice(start, start + perPage)
  return success(
    'Banks retrieved',
    rows.map(([name, code], index) => ({ id: index + 1, name, code, country, active: true, type: 'nuban' })),
  )
}

/** Every account number of ten digits exists, except those that end with 0000. */
export function resolveAccount(query: URLSearchParams): SandboxReply {
  const account_number = query.get('account_number') ?? ''
  const isListed = Object.values(banksByCountry)
    .flat()
    .some(([, code]) => code === query.get('bank_code'))
  if (!isListed || !/^[0-9]{10,13}$/.test(account_number) || account_number.endsWith('0000'))
    return refusal(422, 'Could not resolve account name. Check parameters or try again.', 'invalid_bank_code')
  return success('Account number resolved', {
    account_number,
    account_name: 'SANDBOX ACCOUNT HOLDER',
    bank_id: 1,
  })
}
