import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import { reasonLengthLimits } from './visit-limits.ts'

/** The reason as the school will read it. */
export function validateReason(reason: string) {
  const text = reason.trim()
  if (text.length < reasonLengthLimits.least) refuseInvalidField('reason', 'too_short', 'Please say more.')
  return text
}

/** Only what an app shows: a recovery code lies on paper, and lets nobody into a school. */
export function validateTotpFormat(code: string) {
  if (!/^\d{6}$/.test(code.replace(/\s/g, ''))) throw new Refusal('code_invalid')
}
