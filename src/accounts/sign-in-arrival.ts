import { originOf } from '#platform/config.ts'
import type { Ctx } from '#platform/context.ts'
import { ensure, Refusal } from '#platform/refusal.ts'
import { hashOf, newToken } from '#platform/tokens.ts'
import type { SignIn } from './finish-sign-in.ts'
import { issueSignInCode } from './one-time-tokens.ts'
import type { Identity } from './openid.ts'
import { mayEnter, mayRegister, maySignIn } from './policy.ts'
import { registrationSettings, userByCode } from './queries.ts'
import { linkSubject, linkedUser, subjectOf } from './sign-in-links.ts'
import { mailSignInLinked } from './mail-sign-in-linked.ts'
import { standingOf } from './user-details.ts'

interface Arrived {
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
  if (!known) {
    await linkSubject(ctx, identity, user.id)
    ctx.actor = { ...ctx.actor, id: user.id, role: standingOf(user).role, name: user.name, email: user.email }
    await ctx.audit('user.sign_in_linked', ['user', user.id], { issuer: identity.issuer })
    await mailSignInLinked(ctx, user, identity.issuer)
  }
  const user_token = await issueSignInCode(ctx, user.id, signIn)
  return { url: addressAt(ctx, '/login', { ...kept(signIn), user_token }) }
}

/** Nobody has this e-mail here: a form that knows name and e-mail already, where the school takes newcomers. */
async function registration(ctx: Ctx, { signIn, identity, state }: Arrived) {
  const { login_kind } = signIn
  ensure(mayRegister(login_kind, await registrationSettings(ctx), false))
  const { email, name } = identity
  // A teacher waits to be accepted and registers as always, with a password.
  if (login_kind !== 'student')
    return { url: addressAt(ctx, '/register', { ...kept(signIn), email: email!, name }) }
  const sign_in = newToken()
  const { tx, school_id, now } = ctx
  await tx
    .updateTable('sign_ins')
    .set({ proof_hash: hashOf(sign_in), ...identity, expires_at: new Date(now.getTime() + proofMs) })
    .where('school_id', '=', school_id)
    .where('state_hash', '=', hashOf(state))
    .execute()
  return { url: addressAt(ctx, '/register', { ...kept(signIn), sign_in }) }
}

const proofMs = 30 * 60_000

const kept = ({ login_kind, redirect }: SignIn) => ({ as: login_kind, ...(redirect && { redirect }) })

/** Always at the school's stored host, never at one that the request names. */
const addressAt = ({ config, school }: Ctx, path: string, query: Record<string, string>) =>
  `${originOf(config, school!.host)}${path}?${new URLSearchParams(query)}`
