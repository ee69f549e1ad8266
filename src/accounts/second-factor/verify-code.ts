import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { countTry, forgetTries } from '#tenancy/http/rate-limits.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { seal, unseal } from '#platform/security/sealing.ts'
import { hashOf } from '#platform/security/tokens.ts'
import { changeFactor, factorOf, placeOf, type Factor, type Holder } from './factor-holder.ts'
import { stepOf } from './totp.ts'

export const factorPurpose = 'second factor'
const tries = { max: 5, seconds: 900 }
const recoveryCodes = 10

/** Somebody who tries codes. With a lane of its own, others who know the password cannot use the tries up. */
export interface CodeTry {
  holder: Holder
  /** A known device or a session; null for whoever only knows the password. */
  lane: string | null
}

const bucketOf = ({ holder, lane }: CodeTry) => `second-factor/${holder.id}${lane ? `/${lane}` : ''}`

/** Five tries in a quarter of an hour for each person, wherever they are made and whatever restarts in between. */
export const countCodeTry = (ctx: OwnCtx, codeTry: CodeTry) =>
  countTry(ctx.db, bucketOf(codeTry), tries, ctx.now)
export const forgetCodeTries = (ctx: OwnCtx, codeTry: CodeTry) =>
  forgetTries(ctx.db, bucketOf(codeTry), tries)

/** The tries of somebody who is logged in. */
export const codeTryInside = (ctx: OwnCtx, holder: Holder): CodeTry => ({
  holder,
  lane: `session/${ctx.actor.session_id}`,
})

export const sealFactor = (ctx: Pick<Ctx, 'config'>, holder: Holder, secret: string) =>
  seal(ctx.config, factorPurpose, placeOf(holder), secret)
export const unsealFactor = (ctx: Pick<Ctx, 'config'>, holder: Holder, factor: Factor) =>
  factor.totp_secret && unseal(ctx.config, factorPurpose, placeOf(holder), factor.totp_secret)

/** Whether a code of the app, or one of the recovery codes, fits now. What fitted once does not fit again. */
export async function passCode(ctx: Ctx, holder: Holder, given: string): Promise<boolean> {
  const factor = await factorOf(ctx, holder)
  if (!factor?.totp_confirmed_at) return false
  const code = given.replace(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(code)) return passStep(ctx, holder, factor, code)
  const hash = hashOf(code)
  return changeFactor(ctx, holder, {
    set: sql`recovery_codes = array_remove(recovery_codes, ${hash}::bytea)`,
    where: sql`${hash}::bytea = any (recovery_codes)`,
  })
}

/** Uses a step up: neither this code nor an older one fits after it. */
export async function passStep(ctx: Ctx, holder: Holder, factor: Factor, code: string): Promise<boolean> {
  const secret = unsealFactor(ctx, holder, factor)
  const step = secret ? stepOf(secret, code, ctx.now) : null
  if (step === null) return false
  return changeFactor(ctx, holder, { set: sql`totp_step = ${step}`, where: sql`totp_step < ${step}` })
}

/** Ten codes for the day when the phone is gone, 50 random bits each. Only their hashes are stored. */
export function newRecoveryCodes() {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789x'
  const codes = Array.from({ length: recoveryCodes }, () => {
    const word = Array.from(randomBytes(10), (byte) => letters[byte & 31]).join('')
    // Six digits would be taken for a code of the app; ten signs never are.
    return `${word.slice(0, 5)}-${word.slice(5)}`
  })
  return { codes, hashes: codes.map((code) => hashOf(code.replace('-', ''))) }
}

/** Counts the try, and refuses unless the code fits. */
export async function ensureCode(ctx: OwnCtx, holder: Holder, code: string) {
  const codeTry = codeTryInside(ctx, holder)
  await countCodeTry(ctx, codeTry)
  if (!(await ctx.transact((inside) => passCode(inside, holder, code)))) throw new Refusal('code_wrong')
  await forgetCodeTries(ctx, codeTry)
}
