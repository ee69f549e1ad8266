import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { countAttempt, clearTries } from '#platform/rate-limits/rate-limits.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { encrypt, decrypt } from '#platform/security/encryption.ts'
import { hashToken } from '#platform/security/tokens.ts'
import {
  updateFactor,
  getFactor,
  sealingContext,
  type StoredFactor,
  type FactorHolder,
} from './factor-owner.ts'
import { matchTotpStep } from './totp.ts'

export const factorPurpose = 'second factor'
const tries = { max: 5, seconds: 900 }
const recoveryCodes = 10

/** An attempt to enter a code. With a lane, others who know the password cannot use up the attempts. */
export interface CodeAttempt {
  holder: FactorHolder
  /** A known device or a session; null if only the password was verified. */
  lane: string | null
}

const bucketOf = ({ holder, lane }: CodeAttempt) => `second-factor/${holder.id}${lane ? `/${lane}` : ''}`

/** Five attempts in 15 minutes per person, over all processes and restarts. */
export const recordCodeAttempt = (ctx: CtxWithoutTx, codeTry: CodeAttempt) =>
  countAttempt(ctx, bucketOf(codeTry), tries)
export const clearCodeAttempts = (ctx: CtxWithoutTx, codeTry: CodeAttempt) =>
  clearTries(ctx.db, bucketOf(codeTry), tries)

/** Attempts of a logged-in person. */
export const sessionCodeAttempt = (ctx: CtxWithoutTx, holder: FactorHolder): CodeAttempt => ({
  holder,
  lane: `session/${ctx.actor.session_id}`,
})

const factorBinding = (holder: FactorHolder) => ({ purpose: factorPurpose, context: sealingContext(holder) })

export const encryptFactorSecret = (ctx: Pick<Ctx, 'config'>, holder: FactorHolder, secret: string) =>
  encrypt(ctx.config, factorBinding(holder), secret)
export const decryptFactorSecret = (ctx: Pick<Ctx, 'config'>, holder: FactorHolder, factor: StoredFactor) =>
  factor.totp_secret && decrypt(ctx.config, factorBinding(holder), factor.totp_secret)

/** Whether a code of the app, or a recovery code, is valid now. A valid code is used up. */
export async function consumeFactorCode(ctx: Ctx, holder: FactorHolder, given: string): Promise<boolean> {
  const factor = await getFactor(ctx, holder)
  if (!factor?.totp_confirmed_at) return false
  const code = given.replace(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(code)) return consumeTotpStep(ctx, holder, { factor, code })
  const hash = hashToken(code)
  return updateFactor(ctx, holder, {
    set: sql`recovery_codes = array_remove(recovery_codes, ${hash}::bytea)`,
    where: sql`${hash}::bytea = any (recovery_codes)`,
  })
}

/** Uses up a step: neither this code nor an older one is valid afterwards. */
export async function consumeTotpStep(
  ctx: Ctx,
  holder: FactorHolder,
  { factor, code }: { factor: StoredFactor; code: string },
): Promise<boolean> {
  const secret = decryptFactorSecret(ctx, holder, factor)
  const step = secret ? matchTotpStep(secret, code, ctx.now) : null
  if (step === null) return false
  return updateFactor(ctx, holder, { set: sql`totp_step = ${step}`, where: sql`totp_step < ${step}` })
}

/** Generates ten recovery codes of 50 random bits. Only their hashes are stored. */
export function generateRecoveryCodes() {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789x'
  const codes = Array.from({ length: recoveryCodes }, () => {
    const word = Array.from(randomBytes(10), (byte) => alphabet[byte & 31]).join('')
    // Ten characters, so that no code looks like six digits of the app.
    return `${word.slice(0, 5)}-${word.slice(5)}`
  })
  return { codes, hashes: codes.map((code) => hashToken(code.replace('-', ''))) }
}

/** Counts the attempt, and refuses unless the code is valid. */
export async function verifyFactorCode(ctx: CtxWithoutTx, holder: FactorHolder, code: string) {
  const codeTry = sessionCodeAttempt(ctx, holder)
  await recordCodeAttempt(ctx, codeTry)
  if (!(await ctx.transact((txCtx) => consumeFactorCode(txCtx, holder, code))))
    throw new Refusal('code_invalid')
  await clearCodeAttempts(ctx, codeTry)
}
