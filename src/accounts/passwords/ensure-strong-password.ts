import type { RequestContext } from '#tenancy/context/request-context.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'
import { isLeakedPassword, isCommonLeakedPassword } from './leaked-passwords.ts'
import { isGuessable } from './password-rules.ts'

interface NewPassword {
  field: string
  password: string
  /** Texts about the person that an attacker would try. */
  personalWords: (string | null | undefined)[]
}

/** Refuses a guessable or leaked password at its field. May call a service, so never call it in a transaction. */
export async function ensureStrongPassword(
  { config, log }: Pick<RequestContext, 'config' | 'log'>,
  { field, password, personalWords }: NewPassword,
) {
  const guessable =
    isGuessable(password, personalWords) ||
    (await isCommonLeakedPassword(password)) ||
    (await isLeakedPassword({ config, log }, password))
  if (guessable)
    refuseInvalidField(
      field,
      'too_common',
      'This password is easy to guess or known from a leak. Take a longer or a rarer one.',
    )
}
