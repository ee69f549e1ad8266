import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { changeFactor, factorOf, type Holder } from './factor-holder.ts'
import { mailFactorChanged, type FactorRecipient } from './mail-factor-changed.ts'
import { newRecoveryCodes, passStep, sealFactor } from './verify-code.ts'
import { newTotpSecret, totpUri } from './totp.ts'

/** A new secret, which counts from the moment that a code of it was typed. Asked for again it is another one. */
export async function startFactor(ctx: Ctx, holder: Holder, name: string) {
  const secret = newTotpSecret()
  const kept = await changeFactor(ctx, holder, {
    set: sql`totp_secret = ${sealFactor(ctx, holder, secret)}, totp_step = 0`,
    where: sql`totp_confirmed_at is null`,
  })
  if (!kept) throw new Refusal('second_factor_on')
  return { secret, uri: totpUri({ secret, issuer: ctx.school?.name ?? ctx.brand.name, name }) }
}

interface Confirmation {
  holder: Holder
  person: FactorRecipient
  code: string
}

/** Turns the factor on by its first code: the recovery codes, shown this once; null for a wrong code. */
export async function confirmFactor(ctx: Ctx, { holder, person, code }: Confirmation) {
  const factor = await factorOf(ctx, holder)
  if (factor?.totp_confirmed_at) throw new Refusal('second_factor_on')
  if (!factor || !(await passStep(ctx, holder, factor, code.replace(/\s/g, '')))) return null
  const { codes, hashes } = newRecoveryCodes()
  await changeFactor(ctx, holder, {
    set: sql`totp_confirmed_at = ${ctx.now}, recovery_codes = ${hashes}::bytea[]`,
  })
  await ctx.audit('user.second_factor_on', ['user', person.id])
  await mailFactorChanged(ctx, person, 'on')
  return codes
}

/** Without a factor, as before there ever was one. */
export const clearFactor = (ctx: Ctx, holder: Holder) =>
  changeFactor(ctx, holder, {
    set: sql`totp_secret = null, totp_confirmed_at = null, totp_step = 0, recovery_codes = '{}'`,
    where: sql`totp_secret is not null`,
  })
