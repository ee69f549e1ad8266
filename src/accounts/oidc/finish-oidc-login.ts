import { originFor } from '#platform/config/config.ts'
import { asSchool } from '#tenancy/context/context-for.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import type { School } from '#tenancy/hosts/school.ts'
import { createHosts } from '#tenancy/hosts/hosts.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { hashToken } from '#platform/security/tokens.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import type * as contract from '../contract.ts'
import { getIssuer } from './issuers.ts'
import { exchangeCodeForIdentity, type Issuer } from './openid-client.ts'
import type { LoginRole } from '../users/roles.ts'
import { deriveOidcChecks } from './start-oidc-login.ts'
import { signInOutcome } from './sign-in-outcome.ts'
import { logLogin } from '../login-protection/login-log.ts'

type Answer = Input<typeof contract.finishOidcLogin>

export interface OidcLogin {
  issuer_kind: Issuer['kind']
  login_role: LoginRole
  binding_hash: Buffer
  redirect: string | null
}

/** A state contains its school; at a school's host it must be that school. */
const stateForm = /^([0-9a-f]{8}-[0-9a-f-]{27})\.[\w-]{43}$/

/** On success, a login with the returned code follows; a refusal ends the process. */
export const finishOidcLogin = (
  ctx: CtxWithoutTx,
  answer: Answer,
): Promise<Reply<typeof contract.finishOidcLogin>> =>
  logLogin(ctx, { login_role: 'school', step: 'issuer' }, () => passIssuer(ctx, answer))

async function passIssuer(
  ctx: CtxWithoutTx,
  answer: Answer,
): Promise<Reply<typeof contract.finishOidcLogin>> {
  const named = stateForm.exec(answer.state)?.[1]
  const atSchool = ctx.school_id !== PLATFORM_ID
  if (!named || (atSchool && named !== ctx.school_id)) throw new Refusal('oidc_login_expired')
  const inSchool = schoolTransactions(ctx, named)
  const { signIn, school, issuer } = await inSchool(async (txCtx) => {
    const row = await spendState(txCtx, answer.state, atSchool ? 'school' : 'platform')
    return { signIn: row, school: txCtx.school!, issuer: await getIssuer(txCtx, row.issuer_kind) }
  })
  try {
    if (answer.error !== undefined || !answer.code) throw new Refusal('oidc_login_declined')
    if (!issuer) throw new Refusal('oidc_login_expired')
    const { code, iss } = answer
    const checks = deriveOidcChecks(ctx.config.appSecret, answer.state)
    const identity = await exchangeCodeForIdentity(ctx.config, issuer, { code, iss, checks })
    return await inSchool((txCtx) => signInOutcome(txCtx, { signIn, identity, state: answer.state }))
  } catch (error) {
    throw backTo(ctx, { error, school, signIn })
  }
}

/** Short transactions of the school in the state, whatever host received the response. */
function schoolTransactions(ctx: CtxWithoutTx, school_id: string) {
  const found = ctx.school ?? createHosts(ctx.config, ctx.db).byId(school_id)
  return async <T>(work: (txCtx: Ctx) => Promise<T>): Promise<T> => {
    const school = await found
    if (!school) throw new Refusal('oidc_login_expired')
    // The issuer belongs to the host that received the response.
    const requestContext = { ...asSchool(ctx, school), brand: ctx.brand }
    return runTransaction(requestContext, { onSchoolInvalidated: () => {} }, work)
  }
}

/** A repeated response is accepted only once. */
async function spendState(
  { tx, school_id, now }: Ctx,
  state: string,
  kind: Issuer['kind'],
): Promise<OidcLogin> {
  const row = await tx
    .updateTable('oidc_logins')
    .set({ used_at: now })
    .where('school_id', '=', school_id)
    .where('state_hash', '=', hashToken(state))
    .where('issuer_kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['login_role', 'binding_hash', 'redirect'])
    .executeTakeFirst()
  if (!row) throw new Refusal('oidc_login_expired')
  return { ...row, issuer_kind: kind, login_role: row.login_role as LoginRole }
}

interface Failed {
  error: unknown
  school: School
  signIn: OidcLogin
}

/** A refusal at the root host also names the school to return to. */
function backTo({ config }: CtxWithoutTx, { error, school, signIn }: Failed) {
  if (!(error instanceof Refusal)) return error
  const query = new URLSearchParams({
    as: signIn.login_role,
    ...(signIn.redirect && { redirect: signIn.redirect }),
  })
  const login_url = `${originFor(config, school.host)}/login?${query}`
  return new Refusal(error.code, { ...error.details, extra: { login_url } })
}
