import type { Ctx } from '#platform/context.ts'
import { keyset } from '#platform/paging.ts'
import { found } from '#platform/refusal.ts'
import { done, type Input, type Reply } from '#platform/route.ts'
import type * as contract from './contract.ts'
import { issueHandoff } from './one-time-tokens.ts'
import { endSessions } from './session.ts'
import { endVisit } from './support-session.ts'

export async function logout(ctx: Ctx): Promise<Reply<typeof contract.logout>> {
  if (ctx.actor.support) await endVisit(ctx, ctx.actor.id, 'left')
  else await endSession(ctx, ctx.actor.session_id!)
  return done
}

export async function logoutAccount({ tx, actor }: Ctx): Promise<Reply<typeof contract.logoutAccount>> {
  await tx.deleteFrom('account_sessions').where('id', '=', actor.session_id!).execute()
  return done
}

export async function listSessions(
  { tx, school_id, actor, now }: Ctx,
  { limit, cursor }: Input<typeof contract.listSessions>,
): Promise<Reply<typeof contract.listSessions>> {
  const open = tx
    .selectFrom('sessions')
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .where('expires_at', '>', now)
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at', 'expires_at'])
  const page = await keyset(open, {
    by: ['created_at', 'id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at, row.id],
  })
  return { ...page, data: page.data.map((row) => ({ ...row, is_current: row.id === actor.session_id })) }
}

export async function revokeSession(
  ctx: Ctx,
  { session_id }: Input<typeof contract.revokeSession>,
): Promise<Reply<typeof contract.revokeSession>> {
  found(await endSession(ctx, session_id))
  return done
}

/** Logs out everywhere but here. */
export async function revokeOtherSessions(ctx: Ctx): Promise<Reply<typeof contract.revokeOtherSessions>> {
  await endSessions(ctx, ctx.actor.id, ctx.actor.session_id)
  return done
}

/** Ends one of the actor's own sessions; nothing where it is somebody else's. */
function endSession({ tx, school_id, actor }: Ctx, session_id: string) {
  return tx
    .deleteFrom('sessions')
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .where('id', '=', session_id)
    .returning('id')
    .executeTakeFirst()
}

export const handoff = (ctx: Ctx): Promise<Reply<typeof contract.handoff>> => issueHandoff(ctx, ctx.actor.id)
