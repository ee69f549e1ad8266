import { Refusal, refuseField } from '#platform/contract/refusal.ts'
import { reasonLengths } from './bounds.ts'

/** The reason as the school will read it. */
export function soundReason(reason: string) {
  const text = reason.trim()
  if (text.length < reasonLengths.least) refuseField('reason', 'too_short', 'Please say more.')
  return text
}

/** Only what an app shows: a recovery code lies on paper, and lets nobody into a school. */
export function ensureAppCode(code: string) {
  if (!/^\d{6}$/.test(code.replace(/\s/g, ''))) throw new Refusal('code_wrong')
}
