import { originOf } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensure, Refusal } from '#platform/contract/refusal.ts'
import { newToken } from '#platform/security/tokens.ts'
import type { SignIn } from './finish-sign-in.ts'
import { issueSignInCode } from '../sessions/one-time-tokens.ts'
import type { Identity } from './openid-client.ts'
import { emailOf } from '../users/login-name.ts'
import { mayEnter, mayRegister, maySignIn } from '../policy.ts'
import { registrationSettings, userByCode } from '../users/user-queries.ts'
import { boundProof, keepIdentity, takeIdentity } from './sign-in-proofs.ts'
import { linkSubject, linkedUser, subjectOf } from './linked-identities.ts'
import { mailSignInLinked } from './mail-identity-linked.ts'
import { proveEmail, type Proved } from '../email-addresses/verify-email.ts'
import { standingOf, type UserRow } from '../users/user-details.ts'

export interface Arrived {
  signIn: SignIn
  identity: Identity
  state: string
}

/** Where somebody goes on whom an issuer vouches for. Whose subject is known comes in whatever the e-mail is now. */
export async function arrivalOf(ctx: Ctx, arrived: Arrived): Promise<{ url: string }> {
  const { signIn, identity } = arrived
  const known = await linkedUser(ctx, identity, signIn.login_kind)
  if (!known && !identity.email) throw new Refusal('email_unverified')
  const user = known ?? (await userByCode(ctx, signIn.login_kind, identity.email!))
  if (!user) return registration(ctx, arrived)
  const other = known ? null : await subjectOf(ctx, identity.issuer, user.id)
  ensure(maySignIn(standingOf(user), signIn.issuer_kind, other !== null))
  ensure(mayEnter(standingOf(user)))
  const { code: user_token, token } = await issueSignInCode(ctx, user.id, signIn)
  await keepIdentity(ctx, arrived, token)
  return { url: addressAt(ctx, '/login', { ...kept(signIn), user_token }) }
}

/**
 * What the issuer said counts once the code came back from the browser that began: nobody's subject is linked, and no
 * address proved, by an answer that somebody was lured into.
 */
export async function linkAtArrival(ctx: Ctx, user: UserRow, token: string): Promise<Proved> {
  const identity = await takeIdentity(ctx, token)
  if (!identity) throw new Refusal('handoff_invalid')
  const proved =
    identity.email && emailOf(identity.email) === user.email
      ? await proveEmail(ctx, user)
      : { user, ended_account: null }
  const subject = await subjectOf(ctx, identity.issuer, user.id)
  if (subject === identity.subject) return proved
  if (!maySignIn(standingOf(user), identity.issuer_kind, subject !== null).allowed)
    throw new Refusal('handoff_invalid')
  await linkSubject(ctx, identity, user.id)
  ctx.actor = { ...ctx.actor, id: user.id, role: standingOf(user).role, name: user.name, email: user.email }
  await ctx.audit('user.sign_in_linked', ['user', user.id], { issuer: identity.issuer })
  await mailSignInLinked(ctx, user, identity.issuer)
  return proved
}

/** Nobody has this e-mail here: a form that knows name and e-mail already, where the school takes newcomers. */
async function registration(ctx: Ctx, arrived: Arrived) {
  const { signIn, identity } = arrived
  const { login_kind } = signIn
  ensure(mayRegister(login_kind, await registrationSettings(ctx), false))
  const { email, name } = identity
  // A teacher waits to be accepted and registers as always, with a password.
  if (login_kind !== 'student')
    return { url: addressAt(ctx, '/register', { ...kept(signIn), email: email!, name }) }
  const sign_in = newToken()
  await keepIdentity(ctx, arrived, boundProof(sign_in, arrived.signIn.binding_hash))
  return { url: addressAt(ctx, '/register', { ...kept(signIn), sign_in }) }
}

const kept = ({ login_kind, redirect }: SignIn) => ({ as: login_kind, ...(redirect && { redirect }) })

/** Always at the school's stored host, never at one that the request names. */
const addressAt = ({ config, school }: Ctx, path: string, query: Record<string, string>) =>
  `${originOf(config, school!.host)}${path}?${new URLSearchParams(query)}`
