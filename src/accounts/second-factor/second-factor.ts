import { sql } from 'kysely'
import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { ensure, found, Refusal } from '#platform/contract/refusal.ts'
import { done, type Input, type Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { clearFactor, confirmFactor, startFactor } from './enrol-second-factor.ts'
import { changeFactor, factorOf, holderOf } from './factor-holder.ts'
import { mailFactorChanged } from './mail-factor-changed.ts'
import { dropTokens } from '../sessions/one-time-tokens.ts'
import { codeTryInside, countCodeTry, ensureCode, forgetCodeTries, newRecoveryCodes } from './verify-code.ts'
import { mayResetFactor, secondFactorRequired } from '../policy.ts'
import { ensureOwnPassword } from '../passwords/own-password.ts'
import { userToChange } from '../users/user-queries.ts'
import { forgetFactorPassed, noteFactorPassed } from './record-factor-verified.ts'
import { endSessions } from '../sessions/session.ts'
import { standingOf } from '../users/user-details.ts'

const own = ({ school_id, actor }: Pick<Ctx, 'school_id' | 'actor'>) => holderOf(school_id, actor)

export async function mySecondFactor(ctx: Ctx): Promise<Reply<typeof contract.mySecondFactor>> {
  const { totp_confirmed_at, recovery_codes } = found(await factorOf(ctx, own(ctx)))
  const require_second_factor = ctx.school?.require_second_factor ?? false
  const person = { role: ctx.actor.role, is_support: false, is_enrolled: false }
  return {
    enabled_at: totp_confirmed_at,
    recovery_codes_left: recovery_codes.length,
    is_required: secondFactorRequired(person, { require_second_factor }) !== 'none',
  }
}

export const startSecondFactor = (ctx: Ctx): Promise<Reply<typeof contract.startSecondFactor>> =>
  startFactor(ctx, own(ctx), ctx.actor.email)

export async function confirmSecondFactor(
  ctx: OwnCtx,
  { code }: Input<typeof contract.confirmSecondFactor>,
): Promise<Reply<typeof contract.confirmSecondFactor>> {
  const holder = own(ctx)
  const codeTry = codeTryInside(ctx, holder)
  await countCodeTry(ctx, codeTry)
  const recovery_codes = await ctx.transact((inside) =>
    confirmFactor(inside, { holder, person: ctx.actor, code }),
  )
  if (!recovery_codes) throw new Refusal('code_wrong')
  await forgetCodeTries(ctx, codeTry)
  await ctx.transact((inside) => noteFactorPassed(inside))
  return { recovery_codes }
}

export async function renewRecoveryCodes(
  ctx: OwnCtx,
  { code }: Input<typeof contract.renewRecoveryCodes>,
): Promise<Reply<typeof contract.renewRecoveryCodes>> {
  const holder = own(ctx)
  await ensureCode(ctx, holder, code)
  const { codes, hashes } = newRecoveryCodes()
  await ctx.transact(async (inside) => {
    const set = sql`recovery_codes = ${hashes}::bytea[]`
    await changeFactor(inside, holder, { set, where: sql`totp_confirmed_at is not null` })
    await inside.audit('user.recovery_codes_renewed', ['user', ctx.actor.id])
  })
  return { recovery_codes: codes }
}

export async function removeSecondFactor(
  ctx: OwnCtx,
  { password, code }: Input<typeof contract.removeSecondFactor>,
): Promise<Reply<typeof contract.removeSecondFactor>> {
  const { actor } = ctx
  const holder = own(ctx)
  await ensureOwnPassword(ctx, password ?? '')
  await ensureCode(ctx, holder, code)
  await ctx.transact(async (inside) => {
    await clearFactor(inside, holder)
    await inside.audit('user.second_factor_off', ['user', actor.id])
    await mailFactorChanged(inside, actor, 'off')
  })
  await forgetFactorPassed(ctx)
  return done
}

/** For somebody whose phone and recovery codes are gone. Whoever is logged in as that person is logged out. */
export async function resetSecondFactor(
  ctx: Ctx,
  { user_id }: Input<typeof contract.resetSecondFactor>,
): Promise<Reply<typeof contract.resetSecondFactor>> {
  const person = found(await userToChange(ctx, user_id))
  ensure(mayResetFactor(ctx.actor, standingOf(person)))
  const changed = await clearFactor(ctx, holderOf(ctx.school_id, person))
  if (!changed) return done
  await endSessions(ctx, user_id)
  await dropTokens(ctx, user_id)
  await ctx.audit('user.second_factor_reset', ['user', user_id])
  await mailFactorChanged(ctx, person, 'reset')
  return done
}
