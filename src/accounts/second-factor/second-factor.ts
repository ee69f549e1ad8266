import { sql } from 'kysely'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound, Refusal } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { removeFactor, confirmFactorEnrolment, startFactorEnrolment } from './enrol-second-factor.ts'
import { updateFactor, getFactor, factorHolder } from './factor-owner.ts'
import { mailFactorChanged } from './mail-factor-changed.ts'
import { deleteTokens } from '../sessions/one-time-tokens.ts'
import {
  sessionCodeAttempt,
  recordCodeAttempt,
  verifyFactorCode,
  clearCodeAttempts,
  generateRecoveryCodes,
} from './verify-code.ts'
import { mayResetSecondFactor, factorRequirement } from '../policy.ts'
import { verifyActorPassword } from '../passwords/verify-actor-password.ts'
import { lockUser } from '../users/user-queries.ts'
import { clearFactorVerified, recordFactorVerified } from './record-factor-verified.ts'
import { endSessions } from '../sessions/session.ts'
import { policyUser } from '../users/user-details-view.ts'

const own = ({ school_id, actor }: Pick<Ctx, 'school_id' | 'actor'>) => factorHolder(school_id, actor)

export async function getMySecondFactor(ctx: Ctx): Promise<Reply<typeof contract.getMySecondFactor>> {
  const { totp_confirmed_at, recovery_codes } = ensureFound(await getFactor(ctx, own(ctx)))
  const require_second_factor = ctx.school?.require_second_factor ?? false
  const person = { role: ctx.actor.role, is_support: false, is_enrolled: false }
  return {
    enabled_at: totp_confirmed_at,
    recovery_codes_left: recovery_codes.length,
    is_required: factorRequirement(person, { require_second_factor }) !== 'none',
  }
}

export const startSecondFactor = (ctx: Ctx): Promise<Reply<typeof contract.startSecondFactor>> =>
  startFactorEnrolment(ctx, own(ctx), ctx.actor.email)

export async function confirmSecondFactor(
  ctx: CtxWithoutTx,
  { code }: Input<typeof contract.confirmSecondFactor>,
): Promise<Reply<typeof contract.confirmSecondFactor>> {
  const holder = own(ctx)
  const codeTry = sessionCodeAttempt(ctx, holder)
  await recordCodeAttempt(ctx, codeTry)
  const recovery_codes = await ctx.transact((txCtx) =>
    confirmFactorEnrolment(txCtx, { holder, person: ctx.actor, code }),
  )
  if (!recovery_codes) throw new Refusal('code_invalid')
  await clearCodeAttempts(ctx, codeTry)
  await ctx.transact((txCtx) => recordFactorVerified(txCtx))
  return { recovery_codes }
}

export async function renewRecoveryCodes(
  ctx: CtxWithoutTx,
  { code }: Input<typeof contract.renewRecoveryCodes>,
): Promise<Reply<typeof contract.renewRecoveryCodes>> {
  const holder = own(ctx)
  await verifyFactorCode(ctx, holder, code)
  const { codes, hashes } = generateRecoveryCodes()
  await ctx.transact(async (txCtx) => {
    const set = sql`recovery_codes = ${hashes}::bytea[]`
    await updateFactor(txCtx, holder, { set, where: sql`totp_confirmed_at is not null` })
    await txCtx.audit('user.recovery_codes_renewed', ['user', ctx.actor.id])
  })
  return { recovery_codes: codes }
}

export async function removeSecondFactor(
  ctx: CtxWithoutTx,
  { password, code }: Input<typeof contract.removeSecondFactor>,
): Promise<Reply<typeof contract.removeSecondFactor>> {
  const { actor } = ctx
  const holder = own(ctx)
  await verifyActorPassword(ctx, password ?? '')
  await verifyFactorCode(ctx, holder, code)
  await ctx.transact(async (txCtx) => {
    await removeFactor(txCtx, holder)
    await txCtx.audit('user.second_factor_disabled', ['user', actor.id])
    await mailFactorChanged(txCtx, actor, 'disabled')
  })
  await clearFactorVerified(ctx)
  return okReply
}

/** Resets the factor of a person who lost phone and recovery codes, and ends the person's sessions. */
export async function resetSecondFactor(
  ctx: Ctx,
  { user_id }: Input<typeof contract.resetSecondFactor>,
): Promise<Reply<typeof contract.resetSecondFactor>> {
  const person = ensureFound(await lockUser(ctx, user_id))
  ensureAllowed(mayResetSecondFactor(ctx.actor, policyUser(person)))
  const changed = await removeFactor(ctx, factorHolder(ctx.school_id, person))
  if (!changed) return okReply
  await endSessions(ctx, user_id)
  await deleteTokens(ctx, user_id)
  await ctx.audit('user.second_factor_reset', ['user', user_id])
  await mailFactorChanged(ctx, person, 'reset')
  return okReply
}
