import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { facultiesOf } from '../users/faculties-of-user.ts'
import type { UserFaculty } from '../users/faculty-lookup.ts'
import { keepAccountAfterAll } from '../users/cancel-account-erasure.ts'
import { rememberDevice } from '../login-protection/known-devices.ts'
import { credentialsOf } from '../users/user-queries.ts'
import { startSession } from './session.ts'
import { userDetails, type UserRow } from '../users/user-details.ts'

type LoggedIn = Reply<typeof contract.loginStudent>

/** Starts a session and answers what the browser keeps; `second_factor_at` is when a second factor was passed for it. */
export async function loggedIn(
  ctx: Ctx,
  user: UserRow,
  second_factor_at: Date | null = null,
): Promise<LoggedIn> {
  const user_token = await startSession(ctx, user.id, second_factor_at)
  const { stored } = await credentialsOf(ctx, user)
  rememberDevice(ctx, { id: user.account_id ?? user.id, password_hash: stored })
  return answerOf(ctx, { user, user_token, faculties: await facultiesOf(ctx, user.id) })
}

interface Begun {
  user: UserRow
  user_token: string
  faculties: UserFaculty[]
}

/** The same for a session that was begun already. */
export async function answerOf(ctx: Ctx, { user, user_token, faculties }: Begun): Promise<LoggedIn> {
  // Who comes into a school as its owner is there with the account.
  if (user.account_id) await keepAccountAfterAll(ctx, user.account_id)
  const details = userDetails(user, faculties)
  return { user_token, user_type: details.user_type, user: details, user_faculties: details.user_faculties }
}
