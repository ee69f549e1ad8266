import type { Ctx } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { issueHandoff } from './one-time-tokens.ts'
import { endSessions } from './session.ts'
import { endVisit } from '../platform-staff/support-session.ts'

export async function logout(ctx: Ctx): Promise<Reply<typeof contract.logout>> {
  if (ctx.actor.support) await endVisit(ctx, ctx.actor.id, 'ended_by_support')
  else await endSession(ctx, ctx.actor.session_id!)
  return okReply
}

export async function logoutAccount({ tx, actor }: Ctx): Promise<Reply<typeof contract.logoutAccount>> {
  await tx.deleteFrom('account_sessions').where('id', '=', actor.session_id!).execute()
  return okReply
}

export async function listSessions(
  ctx: Ctx,
  { limit, cursor }: Input<typeof contract.listSessions>,
): Promise<Reply<typeof contract.listSessions>> {
  const page = await paginateByKeyset(openSessions(ctx), {
    by: ['created_at', 'id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at, row.id],
  })
  const { session_id } = ctx.actor
  return { ...page, data: page.data.map((row) => ({ ...row, is_current: row.id === session_id })) }
}

const shown = ['id', 'user_agent', 'address', 'created_at', 'last_used_at', 'expires_at'] as const

/** Sessions of the user or, at a root host, the account. */
function openSessions({ tx, school_id, actor, now }: Ctx) {
  const ofAccount = tx
    .selectFrom('account_sessions')
    .where('account_id', '=', actor.id)
    .where('expires_at', '>', now)
    .select(shown)
  if (school_id === PLATFORM_ID) return ofAccount
  // One type for both: their columns are the same.
  return tx
    .selectFrom('sessions')
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .where('expires_at', '>', now)
    .select(shown) as unknown as typeof ofAccount
}

export async function revokeSession(
  ctx: Ctx,
  { session_id }: Input<typeof contract.revokeSession>,
): Promise<Reply<typeof contract.revokeSession>> {
  ensureFound(await endSession(ctx, session_id))
  return okReply
}

/** Ends all sessions but the current one. */
export async function revokeOtherSessions(ctx: Ctx): Promise<Reply<typeof contract.revokeOtherSessions>> {
  await endSessions(ctx, ctx.actor.id, ctx.actor.session_id)
  return okReply
}

/** Ends one of the actor's sessions; does nothing for sessions of others. */
function endSession({ tx, school_id, actor }: Ctx, session_id: string) {
  if (school_id === PLATFORM_ID)
    return tx
      .deleteFrom('account_sessions')
      .where('account_id', '=', actor.id)
      .where('id', '=', session_id)
      .returning('id')
      .executeTakeFirst()
  return tx
    .deleteFrom('sessions')
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .where('id', '=', session_id)
    .returning('id')
    .executeTakeFirst()
}

export const createHandoff = (ctx: Ctx): Promise<Reply<typeof contract.createHandoff>> =>
  issueHandoff(ctx, ctx.actor.id)
