import type { Surroundings } from '#tenancy/context/request-context.ts'
import { refuseField } from '#platform/contract/refusal.ts'
import { isInLeaks, isOnLists } from './leaked-passwords.ts'
import { isGuessable } from './password-rules.ts'

interface NewPassword {
  field: string
  password: string
  /** What somebody who knows the person would try. */
  known: (string | null | undefined)[]
}

/** Refuses a password, on its field, that people or programs try first. May call out, so never in a transaction. */
export async function refuseGuessable(
  { config, log }: Pick<Surroundings, 'config' | 'log'>,
  { field, password, known }: NewPassword,
) {
  const guessable =
    isGuessable(password, known) ||
    (await isOnLists(password)) ||
    (await isInLeaks({ config, log }, password))
  if (guessable)
    refuseField(
      field,
      'too_common',
      'This password is easy to guess or known from a leak. Take a longer or a rarer one.',
    )
}
