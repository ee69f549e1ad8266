import type { Ctx } from '#platform/context.ts'
import type { Reply } from '#platform/route.ts'
import type * as contract from './contract.ts'
import { startSession } from './session.ts'
import { userDetails, type UserRow } from './user-details.ts'

type LoggedIn = Reply<typeof contract.loginStudent>

/** Starts a session and answers what the browser keeps. */
export async function loggedIn(ctx: Ctx, user: UserRow): Promise<LoggedIn> {
  return answerOf(user, await startSession(ctx, user.id))
}

export function answerOf(user: UserRow, user_token: string): LoggedIn {
  const details = userDetails(user)
  return { user_token, user_type: details.user_type, user: details, user_faculties: details.user_faculties }
}
