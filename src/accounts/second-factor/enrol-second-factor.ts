import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { updateFactor, getFactor, type FactorHolder } from './factor-owner.ts'
import { mailFactorChanged, type FactorRecipient } from './mail-factor-changed.ts'
import { generateRecoveryCodes, consumeTotpStep, encryptFactorSecret } from './verify-code.ts'
import { generateTotpSecret, totpUri } from './totp.ts'

/** Creates a secret, which becomes active with the first code. Repeating the call replaces it. */
export async function startFactorEnrolment(ctx: Ctx, holder: FactorHolder, name: string) {
  const secret = generateTotpSecret()
  const stored = await updateFactor(ctx, holder, {
    set: sql`totp_secret = ${encryptFactorSecret(ctx, holder, secret)}, totp_step = 0`,
    where: sql`totp_confirmed_at is null`,
  })
  if (!stored) throw new Refusal('second_factor_already_enabled')
  return { secret, uri: totpUri({ secret, issuer: ctx.school?.name ?? ctx.brand.name, name }) }
}

interface Confirmation {
  holder: FactorHolder
  person: FactorRecipient
  code: string
}

/** Activates the factor by its first code; returns the recovery codes once, or null for a wrong code. */
export async function confirmFactorEnrolment(ctx: Ctx, { holder, person, code }: Confirmation) {
  const factor = await getFactor(ctx, holder)
  if (factor?.totp_confirmed_at) throw new Refusal('second_factor_already_enabled')
  if (!factor || !(await consumeTotpStep(ctx, holder, { factor, code: code.replace(/\s/g, '') }))) return null
  const { codes, hashes } = generateRecoveryCodes()
  await updateFactor(ctx, holder, {
    set: sql`totp_confirmed_at = ${ctx.now}, recovery_codes = ${hashes}::bytea[]`,
  })
  await ctx.audit('user.second_factor_enabled', ['user', person.id])
  await mailFactorChanged(ctx, person, 'enabled')
  return codes
}

/** Removes the factor completely. */
export const removeFactor = (ctx: Ctx, holder: FactorHolder) =>
  updateFactor(ctx, holder, {
    set: sql`totp_secret = null, totp_confirmed_at = null, totp_step = 0, recovery_codes = '{}'`,
    where: sql`totp_secret is not null`,
  })
