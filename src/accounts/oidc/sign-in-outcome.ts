import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, Refusal } from '#platform/contract/refusal.ts'
import { newToken } from '#platform/security/tokens.ts'
import type { OidcLogin } from './finish-oidc-login.ts'
import { issueOidcLoginCode } from '../sessions/one-time-tokens.ts'
import type { OidcIdentity } from './openid-client.ts'
import { normalizeEmail } from '../users/login-name.ts'
import { mayLogIn, mayRegister, mayLogInWithOidc } from '../policy.ts'
import { getRegistrationSettings, findUserByCode } from '../users/user-queries.ts'
import { bindingKey, storeIdentity, consumeOidcIdentity } from './oidc-registrations.ts'
import { linkSubject, findUserBySubject, findSubject } from './linked-identities.ts'
import { mailIdentityLinked } from './mail-identity-linked.ts'
import { verifyEmail, type VerifiedEmail } from '../email-addresses/verify-email.ts'
import { policyUser, type UserRow } from '../users/user-details-view.ts'

export interface SignInOutcome {
  signIn: OidcLogin
  identity: OidcIdentity
  state: string
}

/** Decides how a login over an issuer continues. A linked subject logs in whatever the address is now. */
export async function signInOutcome(ctx: Ctx, arrived: SignInOutcome): Promise<{ url: string }> {
  const { signIn, identity } = arrived
  const linkedUser = await findUserBySubject(ctx, identity, signIn.login_role)
  if (!linkedUser && !identity.email) throw new Refusal('email_not_verified_by_issuer')
  const user = linkedUser ?? (await findUserByCode(ctx, signIn.login_role, identity.email!))
  if (!user) return registration(ctx, arrived)
  const other = linkedUser ? null : await findSubject(ctx, identity.issuer, user.id)
  ensureAllowed(mayLogInWithOidc(policyUser(user), signIn.issuer_kind, other !== null))
  ensureAllowed(mayLogIn(policyUser(user)))
  const { code: user_token, token } = await issueOidcLoginCode(ctx, user.id, signIn)
  await storeIdentity(ctx, arrived, token)
  return { url: addressAt(ctx, '/login', { ...redirectQuery(signIn), user_token }) }
}

/**
 * The identity counts only after the code came back from the browser that started the login: a response that a
 * person was lured into links nothing and verifies no address.
 */
export async function linkOnSignIn(ctx: Ctx, user: UserRow, token: string): Promise<VerifiedEmail> {
  const identity = await consumeOidcIdentity(ctx, token)
  if (!identity) throw new Refusal('handoff_invalid')
  const proved =
    identity.email && normalizeEmail(identity.email) === user.email
      ? await verifyEmail(ctx, user)
      : { user, ended_account: null }
  const subject = await findSubject(ctx, identity.issuer, user.id)
  if (subject === identity.subject) return proved
  if (!mayLogInWithOidc(policyUser(user), identity.issuer_kind, subject !== null).allowed)
    throw new Refusal('handoff_invalid')
  await linkSubject(ctx, identity, user.id)
  ctx.actor = { ...ctx.actor, id: user.id, role: policyUser(user).role, name: user.name, email: user.email }
  await ctx.audit('user.oidc_linked', ['user', user.id], { issuer: identity.issuer })
  await mailIdentityLinked(ctx, user, identity.issuer)
  return proved
}

/** An unknown address: returns a prefilled registration form if the school accepts registrations. */
async function registration(ctx: Ctx, arrived: SignInOutcome) {
  const { signIn, identity } = arrived
  const { login_role } = signIn
  ensureAllowed(mayRegister(login_role, await getRegistrationSettings(ctx), false))
  const { email, name } = identity
  // A teacher must be accepted and registers with a password as usual.
  if (login_role !== 'student')
    return { url: addressAt(ctx, '/register', { ...redirectQuery(signIn), email: email!, name }) }
  const sign_in = newToken()
  await storeIdentity(ctx, arrived, bindingKey(sign_in, arrived.signIn.binding_hash))
  return { url: addressAt(ctx, '/register', { ...redirectQuery(signIn), sign_in }) }
}

const redirectQuery = ({ login_role, redirect }: OidcLogin) => ({
  as: login_role,
  ...(redirect && { redirect }),
})

/** Always at the school's stored host, never at one from the request. */
const addressAt = ({ config, school }: Ctx, path: string, query: Record<string, string>) =>
  `${originFor(config, school!.host)}${path}?${new URLSearchParams(query)}`
