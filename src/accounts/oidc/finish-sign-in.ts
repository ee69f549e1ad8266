import { originOf } from '#platform/config/config.ts'
import type { Ctx, OwnCtx, School } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/context/request-context.ts'
import { createHosts } from '#tenancy/hosts/hosts.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { hashOf } from '#platform/security/tokens.ts'
import { transact } from '#tenancy/http/school-transaction.ts'
import type * as contract from '../contract.ts'
import { issuerOf } from './issuers.ts'
import { identityBehind, type Issuer } from './openid-client.ts'
import type { LoginKind } from '../users/roles.ts'
import { checksOf } from './start-sign-in.ts'
import { arrivalOf } from './sign-in-outcome.ts'
import { watchLogin } from '../login-protection/login-log.ts'

type Answer = Input<typeof contract.finishSignIn>

export interface SignIn {
  issuer_kind: Issuer['kind']
  login_kind: LoginKind
  binding_hash: Buffer
  redirect: string | null
}

/** A state names its school; at a school's host it must be that one. */
const stateForm = /^([0-9a-f]{8}-[0-9a-f-]{27})\.[\w-]{43}$/

/** What follows is a login with the code that this gives; a refusal ends it here. */
export const finishSignIn = (ctx: OwnCtx, answer: Answer): Promise<Reply<typeof contract.finishSignIn>> =>
  watchLogin(ctx, { door: 'school', step: 'issuer' }, () => passIssuer(ctx, answer))

async function passIssuer(ctx: OwnCtx, answer: Answer): Promise<Reply<typeof contract.finishSignIn>> {
  const named = stateForm.exec(answer.state)?.[1]
  const atSchool = ctx.school_id !== PLATFORM_ID
  if (!named || (atSchool && named !== ctx.school_id)) throw new Refusal('sign_in_stale')
  const inSchool = schoolTransactions(ctx, named)
  const { signIn, school, issuer } = await inSchool(async (inside) => {
    const row = await spendState(inside, answer.state, atSchool ? 'school' : 'platform')
    return { signIn: row, school: inside.school!, issuer: await issuerOf(inside, row.issuer_kind) }
  })
  try {
    if (answer.error !== undefined || !answer.code) throw new Refusal('sign_in_declined')
    if (!issuer) throw new Refusal('sign_in_stale')
    const { code, iss } = answer
    const checks = checksOf(ctx.config.appSecret, answer.state)
    const identity = await identityBehind(ctx.config, issuer, { code, ...(iss && { iss }) }, checks)
    return await inSchool((inside) => arrivalOf(inside, { signIn, identity, state: answer.state }))
  } catch (error) {
    throw backTo(ctx, { error, school, signIn })
  }
}

/** Short transactions of the school that the state names, wherever the answer came in. */
function schoolTransactions(ctx: OwnCtx, school_id: string) {
  const found = ctx.school ?? createHosts(ctx.config, ctx.db).byId(school_id)
  return async <T>(work: (inside: Ctx) => Promise<T>): Promise<T> => {
    const school = await found
    if (!school) throw new Refusal('sign_in_stale')
    return transact({ ...ctx, school_id, school }, { onSchoolChanged: () => {} }, work)
  }
}

/** Of answers that come twice only the first is taken. */
async function spendState({ tx, school_id, now }: Ctx, state: string, kind: Issuer['kind']): Promise<SignIn> {
  const row = await tx
    .updateTable('sign_ins')
    .set({ used_at: now })
    .where('school_id', '=', school_id)
    .where('state_hash', '=', hashOf(state))
    .where('issuer_kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['login_kind', 'binding_hash', 'redirect'])
    .executeTakeFirst()
  if (!row) throw new Refusal('sign_in_stale')
  return { ...row, issuer_kind: kind, login_kind: row.login_kind as LoginKind }
}

interface Failed {
  error: unknown
  school: School
  signIn: SignIn
}

/** A refusal at the root host says also at which school one tries again. */
function backTo({ config }: OwnCtx, { error, school, signIn }: Failed) {
  if (!(error instanceof Refusal)) return error
  const query = new URLSearchParams({
    as: signIn.login_kind,
    ...(signIn.redirect && { redirect: signIn.redirect }),
  })
  const login_url = `${originOf(config, school.host)}/login?${query}`
  return new Refusal(error.code, { ...error.details, extra: { login_url } })
}
