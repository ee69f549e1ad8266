import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { facultiesOfUser } from '../users/faculties-of-user.ts'
import type { UserFaculty } from '../users/faculty-lookup.ts'
import { cancelAccountErasure } from '../users/cancel-account-erasure.ts'
import { storeKnownDevice } from '../login-protection/known-devices.ts'
import { getCredentials } from '../users/user-queries.ts'
import { startSession } from './session.ts'
import { userDetailsView, type UserRow } from '../users/user-details-view.ts'

type LoggedIn = Reply<typeof contract.loginStudent>

/**
 * Starts a session and returns what the browser stores; `second_factor_at` is when a second factor was passed.
 */
export async function completeLogin(
  ctx: Ctx,
  user: UserRow,
  second_factor_at: Date | null = null,
): Promise<LoggedIn> {
  const user_token = await startSession(ctx, user.id, second_factor_at)
  const { stored } = await getCredentials(ctx, user)
  storeKnownDevice(ctx, { id: user.account_id ?? user.id, password_hash: stored })
  // An owner in a school is logged in with the account, which cancels its erasure.
  if (user.account_id) await cancelAccountErasure(ctx, user.account_id)
  return loginReply({ user, user_token, faculties: await facultiesOfUser(ctx, user.id) })
}

interface StartedSession {
  user: UserRow
  user_token: string
  faculties: UserFaculty[]
}

/** What the browser stores of a new session. */
export function loginReply({ user, user_token, faculties }: StartedSession): LoggedIn {
  const details = userDetailsView(user, faculties)
  return { user_token, user_type: details.user_type, user: details, user_faculties: details.user_faculties }
}
