import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { verifyPassword } from '#platform/security/passwords.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import {
  clearLoginFailures,
  countLoginFailures,
  ensureNotThrottled,
} from '../login-protection/login-attempts.ts'
import { logLogin, type SetLoginSubject } from '../login-protection/login-log.ts'
import { findLoginUsers, type LoginUser } from '../users/user-queries.ts'
import { loginRoleOf, loginRoles, type LoginRole } from '../users/roles.ts'
import { policyUser } from '../users/user-details-view.ts'
import {
  finishPasswordLogin,
  loginVerdict,
  passwordCandidate,
  type PasswordCandidate,
} from './password-candidate.ts'

type LoggedIn = Reply<typeof contract.logIn>

/** Logs in with an address or user code and a password, in the role whose account has that password. */
export const logIn = (ctx: CtxWithoutTx, input: Input<typeof contract.logIn>): Promise<LoggedIn> =>
  logLogin(ctx, { login_role: 'any', step: 'password' }, (identifyLogin) =>
    tryEveryRole(ctx, input, identifyLogin),
  )

type ExistingCandidate = PasswordCandidate & { found: LoginUser }

/**
 * A wrong password costs one hash for each login role, whether it has an account or not (decision 0056). A right one costs
 * one hash for each account with this address.
 */
async function tryEveryRole(
  ctx: CtxWithoutTx,
  { user_code, password, login_role }: Input<typeof contract.logIn>,
  identifyLogin: SetLoginSubject,
): Promise<LoggedIn> {
  const users = await findLoginUsers(ctx, user_code)
  const all = loginRoles.map((kind) => {
    const found = users.find(({ user }) => loginRoleOf(policyUser(user).role) === kind)
    return passwordCandidate(ctx, kind, { found, user_code })
  })
  const { open, refusal } = withoutThrottled(all)
  const existing = open.filter((one): one is ExistingCandidate => one.found !== undefined)
  const fitting: ExistingCandidate[] = []
  for (const one of existing) if (await verifyPassword(password, one.stored)) fitting.push(one)
  if (fitting.length === 0) {
    for (let missing = existing.length; missing < open.length; missing++) await verifyPassword(password, null)
    await countLoginFailures(
      ctx.db,
      open.map(({ attempt }) => attempt),
    )
    throw refusal ?? new Refusal('credentials_wrong')
  }
  const chosen = chooseAccount(fitting, login_role)
  if (!chosen) return refuseWithRoles(ctx, fitting)
  identifyLogin(chosen.found.user.id)
  return finishPasswordLogin(ctx, chosen, chosen.found)
}

/** The account of the given role, else the only one that may log in; undefined if there are several. */
function chooseAccount(fitting: readonly ExistingCandidate[], login_role: LoginRole | undefined) {
  const active = fitting.filter(({ found }) => loginVerdict(found).allowed)
  const usable = active.length > 0 ? active : fitting
  return usable.find(({ kind }) => kind === login_role) ?? (usable.length === 1 ? usable[0] : undefined)
}

/** Login roles whose attempts are not blocked; throws if all are. A blocked role costs no hash. */
function withoutThrottled(candidates: readonly PasswordCandidate[]) {
  let refusal: Refusal | undefined
  const open = candidates.filter(({ attempt }) => {
    try {
      ensureNotThrottled(attempt)
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusal = error
      return false
    }
  })
  if (open.length === 0) throw refusal!
  return { open, refusal }
}

/** The password fits several accounts: the person chooses one. */
async function refuseWithRoles(ctx: CtxWithoutTx, fitting: readonly ExistingCandidate[]): Promise<never> {
  await ctx.transact(async ({ tx }) => {
    for (const { attempt } of fitting) await clearLoginFailures(tx, attempt)
  })
  throw new Refusal('login_role_required', { extra: { login_roles: fitting.map(({ kind }) => kind) } })
}
