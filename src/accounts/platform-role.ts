import type { Config } from '#platform/config.ts'
import { emailOf } from './names.ts'

/** What an account is to the platform: a support account, the one of them that may use the console too, or neither. */
export type PlatformRole = 'privileged' | 'support' | null

/**
 * For accounts only. A user of a school with such an e-mail is nobody special: schools let people register with
 * addresses that nobody has confirmed.
 */
export function platformRole(
  { supportEmails, privilegedEmail }: Pick<Config, 'supportEmails' | 'privilegedEmail'>,
  account: { email: string },
): PlatformRole {
  const email = emailOf(account.email)
  if (!supportEmails.includes(email)) return null
  return email === privilegedEmail ? 'privileged' : 'support'
}
