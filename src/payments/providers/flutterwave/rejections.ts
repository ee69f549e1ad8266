import type { Refusal } from '../provider-client.ts'
import type { RejectionCode } from '../provider-error.ts'

/** Meaning of a refusal. Flutterwave has no codes, so its words decide. */
export function flutterwaveRejection(status: number, { message }: Refusal): RejectionCode {
  const text = message.toLowerCase()
  if (status === 401 || text.includes('authorization key') || text.includes('authorisation'))
    return 'credentials_invalid'
  if (status === 404 || text.includes('no transaction') || text.includes('not found')) return 'not_found'
  if (text.includes('tx_ref') && (text.includes('exist') || text.includes('duplicate')))
    return 'duplicate_reference'
  if (text.includes('currency')) return 'currency_not_supported'
  return text.includes('amount') ? 'amount_not_supported' : 'other'
}
