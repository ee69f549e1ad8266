import type { Config } from '#platform/config/config.ts'
import type { PlatformRole } from '#tenancy/context/request-context.ts'
import { normalizeEmail } from '../users/login-name.ts'

/**
 * What an account is to the platform: a support account, the one of them that may use the console too, or null.
 * For accounts only. A user of a school with such an e-mail is nobody special: schools let people register with
 * addresses that nobody has confirmed.
 */
export function platformRoleByEmail(
  { supportEmails, privilegedEmail }: Pick<Config, 'supportEmails' | 'privilegedEmail'>,
  account: { email: string },
): PlatformRole | null {
  const email = normalizeEmail(account.email)
  if (!supportEmails.includes(email)) return null
  return email === privilegedEmail ? 'privileged' : 'support'
}

/** What an account still lacks before it may act for the platform. */
export type MissingRequirements = 'email_proof' | 'second_factor'

export interface PlatformRoleRequirements {
  email_verified_at: Date | null
  totp_confirmed_at: Date | null
}

/** Anybody can open an account with any address; only who can read its mail, and holds the factor, may act. */
export function missingRequirements({
  email_verified_at,
  totp_confirmed_at,
}: PlatformRoleRequirements): MissingRequirements[] {
  return [
    ...(email_verified_at ? [] : (['email_proof'] as const)),
    ...(totp_confirmed_at ? [] : (['second_factor'] as const)),
  ]
}

/** The role as far as it counts now: null as soon as anything is lacking. */
export const actingPlatformRole = (
  config: Pick<Config, 'supportEmails' | 'privilegedEmail'>,
  account: { email: string } & PlatformRoleRequirements,
) => (missingRequirements(account).length === 0 ? platformRoleByEmail(config, account) : null)
