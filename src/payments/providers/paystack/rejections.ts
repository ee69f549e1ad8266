import type { Refusal } from '../provider-client.ts'
import type { RejectionCode } from '../provider-error.ts'

/** Meaning of a refusal: by status and `code`, and by words where Paystack has no code. */
export function paystackRejection(status: number, { message, code }: Refusal): RejectionCode {
  const text = message.toLowerCase()
  if (status === 401) return 'credentials_invalid'
  if (status === 404 || code === 'transaction_not_found') return 'not_found'
  if (code === 'duplicate_reference' || text.includes('duplicate')) return 'duplicate_reference'
  if (code === 'unsupported_currency' || text.includes('not supported by merchant'))
    return 'currency_not_supported'
  if (text.includes('amount')) return 'amount_not_supported'
  return text.includes('not found') ? 'not_found' : 'other'
}
