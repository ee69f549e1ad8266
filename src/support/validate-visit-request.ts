import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import { reasonLengthLimits } from './visit-limits.ts'

/** Validates the reason, which the school can read. */
export function validateReason(reason: string) {
  const text = reason.trim()
  if (text.length < reasonLengthLimits.min) refuseInvalidField('reason', 'too_short', 'Please say more.')
  return text
}

/** Accepts codes of the app only: recovery codes are not accepted for visits. */
export function validateTotpFormat(code: string) {
  if (!/^\d{6}$/.test(code.replace(/\s/g, ''))) throw new Refusal('code_invalid')
}
