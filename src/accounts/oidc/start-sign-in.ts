import type { OwnCtx } from '#tenancy/context/request-context.ts'
import { safeRedirect } from '#platform/client/session/redirect.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { hashOf, newToken, sign } from '#platform/security/tokens.ts'
import type * as contract from '../contract.ts'
import { issuerOf } from './issuers.ts'
import { addressOf, type Checks } from './openid-client.ts'
import { loginKind } from '../users/roles.ts'

const lifeMs = 30 * 60_000

/** Nonce and verifier follow from the state, which only the browser that began and the issuer have seen. */
export const checksOf = (appSecret: string, state: string): Checks => ({
  state,
  nonce: sign(appSecret, 'sign-in nonce', state),
  pkce: sign(appSecret, 'sign-in verifier', state),
})

export async function startSignIn(
  ctx: OwnCtx,
  { issuer: kind, user_type, binding, redirect }: Input<typeof contract.startSignIn>,
): Promise<Reply<typeof contract.startSignIn>> {
  const { school_id, config, now } = ctx
  const issuer = await ctx.transact((inside) => issuerOf(inside, kind))
  if (!issuer) throw new Refusal('login_method_unavailable')
  // The answer may come back at the root host, which then knows the school by this.
  const state = `${school_id}.${newToken()}`
  const url = await addressOf(config, issuer, checksOf(config.appSecret, state))
  await ctx.transact(({ tx }) =>
    tx
      .insertInto('sign_ins')
      .values({
        school_id,
        state_hash: hashOf(state),
        issuer_kind: kind,
        login_kind: loginKind(user_type),
        binding_hash: hashOf(binding),
        redirect: redirect ? safeRedirect(redirect, '') || null : null,
        created_at: now,
        expires_at: new Date(now.getTime() + lifeMs),
      })
      .execute(),
  )
  return { url }
}
