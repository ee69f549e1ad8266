import type { SandboxReply } from '../core/wire.ts'
import { refusal, success } from './replies.ts'

const banksByCountry: Record<string, readonly [name: string, code: string][]> = {
  NG: [
    ['Access Bank', '044'],
    ['GTBank Plc', '058'],
    ['Zenith Bank', '057'],
  ],
  GH: [
    ['Access Bank Ghana', 'GH280100'],
    ['GCB Bank', 'GH040100'],
  ],
  KE: [
    ['Equity Bank', '68'],
    ['KCB Bank', '01'],
  ],
  ZA: [
    ['Absa Bank', '632005'],
    ['Standard Bank', '051001'],
  ],
  UG: [['Stanbic Bank Uganda', 'UG031']],
}

export function listBanks(country: string): SandboxReply {
  const rows = (banksByCountry[country] ?? []).map(([name, code], index) => ({ id: index + 1, code, name }))
  return success('Banks fetched successfully', rows)
}

/** The documented test accounts of bank 044: 0690000031 to 0690000041, of which 0690000036 is blacklisted. */
export function resolveAccount({ account_number, account_bank }: Record<string, unknown>): SandboxReply {
  const number = Number(account_number)
  const exists = account_bank === '044' && number >= 690_000_031 && number <= 690_000_041
  if (!exists || number === 690_000_036)
    return refusal(400, 'Sorry, that account number is invalid, please check and try again')
  return success('Account details fetched', { account_number, account_name: 'Sandbox Account Holder' })
}
