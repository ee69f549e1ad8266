import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { safeRedirect } from '#platform/client/session/redirect.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { hashToken, newToken, signHmac } from '#platform/security/tokens.ts'
import type * as contract from '../contract.ts'
import { getIssuer } from './issuers.ts'
import { authorizationUrl, type OidcChecks } from './openid-client.ts'
import { loginRoleOf } from '../users/roles.ts'

const lifeMs = 30 * 60_000

/** Nonce and verifier are derived from the state, which only the browser and the issuer have. */
export const deriveOidcChecks = (appSecret: string, state: string): OidcChecks => ({
  state,
  nonce: signHmac(appSecret, 'sign-in nonce', state),
  pkce: signHmac(appSecret, 'sign-in verifier', state),
})

export async function startOidcLogin(
  ctx: CtxWithoutTx,
  { issuer: kind, user_type, binding, redirect }: Input<typeof contract.startOidcLogin>,
): Promise<Reply<typeof contract.startOidcLogin>> {
  const { school_id, config, now } = ctx
  const issuer = await ctx.transact((txCtx) => getIssuer(txCtx, kind))
  if (!issuer) throw new Refusal('login_method_unavailable')
  // The response may arrive at the root host, which identifies the school by the state.
  const state = `${school_id}.${newToken()}`
  const url = await authorizationUrl(config, issuer, deriveOidcChecks(config.appSecret, state))
  await ctx.transact(({ tx }) =>
    tx
      .insertInto('oidc_logins')
      .values({
        school_id,
        state_hash: hashToken(state),
        issuer_kind: kind,
        login_role: loginRoleOf(user_type),
        binding_hash: hashToken(binding),
        redirect: redirect ? safeRedirect(redirect, '') || null : null,
        created_at: now,
        expires_at: new Date(now.getTime() + lifeMs),
      })
      .execute(),
  )
  return { url }
}
