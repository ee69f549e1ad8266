import type { Config } from '#platform/config/config.ts'
import type { PlatformRole } from '#tenancy/access/actor.ts'
import { normalizeEmail } from '../users/login-name.ts'

/**
 * Platform role of an account: support, privileged (also the console), or null. Only for accounts: users of
 * schools can register with unverified addresses.
 */
export function platformRoleByEmail(
  { supportEmails, privilegedEmail }: Pick<Config, 'supportEmails' | 'privilegedEmail'>,
  account: { email: string },
): PlatformRole | null {
  const email = normalizeEmail(account.email)
  if (!supportEmails.includes(email)) return null
  return email === privilegedEmail ? 'privileged' : 'support'
}

/** Requirements that an account does not meet yet. */
export type MissingRequirements = 'email_proof' | 'second_factor'

export interface PlatformRoleRequirements {
  email_verified_at: Date | null
  totp_confirmed_at: Date | null
}

/** Anybody can create an account with any address; only a verified address and a second factor give the role. */
export function missingRequirements({
  email_verified_at,
  totp_confirmed_at,
}: PlatformRoleRequirements): MissingRequirements[] {
  return [
    ...(email_verified_at ? [] : (['email_proof'] as const)),
    ...(totp_confirmed_at ? [] : (['second_factor'] as const)),
  ]
}

/** The role if all requirements are met, else null. */
export const actingPlatformRole = (
  config: Pick<Config, 'supportEmails' | 'privilegedEmail'>,
  account: { email: string } & PlatformRoleRequirements,
) => (missingRequirements(account).length === 0 ? platformRoleByEmail(config, account) : null)
