import { sql } from 'kysely'
import { compileOnce } from '#platform/database/compile-once.ts'
import type { Ctx, CtxWithoutTx, RequestContext } from '#tenancy/context/request-context.ts'
import type { Actor, Role } from '#tenancy/access/actor.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { countedUses, type CounterWindows } from '#platform/rate-limits/sliding-counters.ts'
import { executeInSchool, withSchoolTx } from '#tenancy/database/school-tx.ts'
import { hashToken, newId, newToken } from '#platform/security/tokens.ts'
import { networkPrefix } from '../login-protection/network-prefix.ts'
import { actingPlatformRole } from '../platform-staff/platform-role-by-email.ts'
import { isSupportToken, findActiveVisit, findSupportActor } from '../platform-staff/support-session.ts'
import { cancelAccountErasure } from '../users/cancel-account-erasure.ts'
import { requiresSecondFactor } from '../policy.ts'
import { cancelErasure } from '../users/cancel-erasure.ts'
import type { UserRow } from '../users/user-details-view.ts'

const day = 86_400_000
const idleMs = 30 * day
/** Minimum milliseconds between updates of a session's last use: reads must not cost a write each. */
const noteEveryMs = day / 24

/**
 * Starts a session and returns its token, which is stored as a hash. Expires 30 days after its last use, and at
 * the configured maximum. Ends the browser's previous session. `second_factor_at` is when a second factor was
 * passed.
 */
export async function startSession(
  ctx: Ctx,
  user_id: string,
  second_factor_at: Date | null = null,
): Promise<string> {
  const { token, row: begun } = freshSession(ctx)
  const row = { ...begun, second_factor_at }
  await endEarlier(ctx)
  if (ctx.school_id === PLATFORM_ID) {
    await cancelAccountErasure(ctx, user_id)
    await ctx.tx
      .insertInto('account_sessions')
      .values({ ...row, account_id: user_id })
      .execute()
  } else {
    await cancelErasure(ctx, user_id)
    await ctx.tx
      .insertInto('sessions')
      .values({ ...row, school_id: ctx.school_id, user_id })
      .execute()
  }
  return token
}

interface NewSession extends CounterWindows {
  school_id: string
  id: string
  user_id: string
  token_hash: Buffer
  user_agent: string
  address: string
  now: Date
  expires_at: Date
}

const insertUnlessCounted = compileOnce(
  (_tx, values: NewSession) => sql<{ id: string }>`
      insert into sessions
        (school_id, id, user_id, token_hash, user_agent, address, created_at, last_used_at, expires_at)
      select ${values.school_id}::uuid, ${values.id}::uuid, ${values.user_id}::uuid, ${values.token_hash}::bytea,
        ${values.user_agent}, ${values.address}, ${values.now}::timestamptz, ${values.now}::timestamptz,
        ${values.expires_at}::timestamptz
      where not exists (select from ${countedUses({ buckets: values.buckets, since: values.since })})
      returning id`,
)

/**
 * Starts a session in its own transaction and returns its token; null if one of the counters is not empty. Ends
 * and cancels nothing: see `needsOnlySession`.
 */
export async function startSessionUnlessCounted(
  ctx: CtxWithoutTx,
  user_id: string,
  counters: CounterWindows,
): Promise<string | null> {
  const { db, school_id, now } = ctx
  const { token, row } = freshSession(ctx)
  const { id, token_hash, user_agent, address, expires_at } = row
  const session = { school_id, id, user_id, token_hash, user_agent, address, now, expires_at }
  const rows = await executeInSchool(
    db,
    school_id,
    insertUnlessCounted.compile(db, { ...session, ...counters }),
  )
  return rows.length === 1 ? token : null
}

/** Whether a login of this user writes only a session: no erasure to cancel, no previous session to end. */
export const needsOnlySession = (
  { actor }: Pick<RequestContext, 'actor'>,
  { account_id, erase_at }: Pick<UserRow, 'account_id' | 'erase_at'>,
) => actor.session_id === null && account_id === null && erase_at === null

/** Ends the session of the token that came with the login, because its browser replaces the token. */
async function endEarlier({ tx, school_id, actor }: Ctx) {
  if (!actor.session_id || actor.support) return
  if (school_id === PLATFORM_ID)
    await tx.deleteFrom('account_sessions').where('id', '=', actor.session_id).execute()
  else
    await tx
      .deleteFrom('sessions')
      .where('school_id', '=', school_id)
      .where('id', '=', actor.session_id)
      .execute()
}

/** Expiry of a session that is used now and started at `began_at`. */
const endOf = ({ config, now }: Pick<Ctx, 'config' | 'now'>, began: Date) =>
  new Date(Math.min(now.getTime() + idleMs, began.getTime() + config.sessionDays * day))

/** Sessions that started before are expired, also after a change of the configuration. */
const oldestStart = ({ config, now }: Pick<Ctx, 'config' | 'now'>) =>
  new Date(now.getTime() - config.sessionDays * day)

function freshSession(ctx: RequestContext) {
  const { user_agent, address, now } = ctx
  const token = newToken()
  const expires_at = endOf(ctx, now)
  const times = { created_at: now, last_used_at: now, expires_at }
  return {
    token,
    row: { token_hash: hashToken(token), id: newId(), user_agent, address: networkPrefix(address), ...times },
  }
}

/** The actor of a token at this host: an account at a root host, else a user of the school or a support visit. */
export async function findActorByToken(ctx: Ctx, token: string): Promise<Actor | null> {
  if (ctx.school_id !== PLATFORM_ID && isSupportToken(token)) return findSupportActor(ctx, token)
  const session = await (ctx.school_id === PLATFORM_ID ? accountBehind(ctx, token) : userBehind(ctx, token))
  if (!session) return null
  const { last_used_at, last_seen_at, began_at, ...actor } = session
  const noted = Math.min(last_used_at.getTime(), last_seen_at?.getTime() ?? 0)
  if (ctx.now.getTime() - noted > noteEveryMs)
    // After the commit and in its own transaction, because most requests only read. A lost update is repeated by
    // the next request.
    ctx.afterCommit(() => void noteUse(ctx, actor, began_at).catch(() => {}))
  return actor
}

/** Whether a session of a user, an account or a support visit is valid. */
export async function isSessionLive(
  ctx: Pick<Ctx, 'tx' | 'school_id' | 'config' | 'now'>,
  session_id: string,
): Promise<boolean> {
  const { tx, school_id, now } = ctx
  const ofUser = tx
    .selectFrom('sessions')
    .where('school_id', '=', school_id)
    .where('id', '=', session_id)
    .where('expires_at', '>', now)
    .where('created_at', '>', oldestStart(ctx))
    .select('id')
  const ofAccount = tx
    .selectFrom('account_sessions')
    .where('id', '=', session_id)
    .where('expires_at', '>', now)
    .where('created_at', '>', oldestStart(ctx))
    .select('id')
  if (await ofUser.union(ofAccount).executeTakeFirst()) return true
  // A visit is its own session.
  return (await findActiveVisit(ctx, session_id)) !== null
}

async function userBehind(ctx: Ctx, token: string) {
  const { tx, school_id, now } = ctx
  const values = { school_id, token_hash: hashToken(token), now, oldest_start: oldestStart(ctx) }
  const [row] = await readSession(tx, values)
  const actor = row && { ...row, role: row.role as Role }
  return actor && lacksSecondFactor(ctx, actor) ? undefined : actor
}

interface SessionValues {
  school_id: string
  token_hash: Buffer
  now: Date
  oldest_start: Date
}

const readSession = compileOnce((tx, { school_id, token_hash, now, oldest_start }: SessionValues) =>
  tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 's.school_id').onRef('u.id', '=', 's.user_id'),
    )
    .where('s.school_id', '=', school_id)
    .where('s.token_hash', '=', token_hash)
    .where('s.expires_at', '>', now)
    .where('s.created_at', '>', oldest_start)
    .where('u.status', '=', 'active')
    .select(['u.id', 'u.role', 'u.name', 'u.email', 'u.account_id', 's.id as session_id'])
    .select('s.second_factor_at')
    .select(['s.last_used_at', 'u.last_seen_at', 's.created_at as began_at']),
)

/** The only check of a school's second factor requirement, for all kinds of sessions. */
const lacksSecondFactor = (
  { school }: Pick<Ctx, 'school'>,
  { role, second_factor_at }: { role: Role; second_factor_at: Date | null },
) => second_factor_at === null && requiresSecondFactor({ role }, school)

/** Ends sessions of staff without a second factor, when a school starts to require it. */
export async function endSessionsWithoutSecondFactor({ tx, school_id }: Ctx) {
  await sql`delete from sessions s using users u
    where s.school_id = ${school_id} and u.school_id = ${school_id} and u.id = s.user_id
      and s.second_factor_at is null and u.role in ('teacher', 'admin', 'account_user')`.execute(tx)
}

/**
 * Sessions are valid at their own root only: those of a reseller's owners do not work at ours, and vice versa.
 */
async function accountBehind(ctx: Ctx, token: string) {
  const { tx, now, brand, config } = ctx
  const row = await tx
    .selectFrom('account_sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .where('a.root_domain', '=', brand.key)
    .where('s.token_hash', '=', hashToken(token))
    .where('s.expires_at', '>', now)
    .where('s.created_at', '>', oldestStart(ctx))
    .select(['a.id', 'a.name', 'a.email', 's.id as session_id', 's.last_used_at', 's.created_at as began_at'])
    .select(['a.email_verified_at', 'a.totp_confirmed_at', 's.second_factor_at'])
    .executeTakeFirst()
  if (!row) return undefined
  const { email_verified_at, totp_confirmed_at, ...session } = row
  const proofs = { ...session, email_verified_at, totp_confirmed_at }
  // At a reseller's root, or without a second factor, nobody acts for the platform.
  const mayAct = brand.key === '' && row.second_factor_at !== null
  const platform_role = mayAct ? actingPlatformRole(config, proofs) : null
  return {
    ...session,
    role: 'account_user' as const,
    account_id: row.id,
    last_seen_at: row.last_used_at,
    platform_role,
  }
}

async function noteUse(ctx: Ctx, { id, session_id }: Actor, began_at: Date) {
  const { db, school_id, now } = ctx
  const fresh = { last_used_at: now, expires_at: endOf(ctx, began_at) }
  if (school_id === PLATFORM_ID) {
    await db.updateTable('account_sessions').set(fresh).where('id', '=', session_id!).execute()
    return
  }
  await withSchoolTx(db, school_id, async (tx) => {
    // Locks the person before the session, like a suspension, to avoid a deadlock.
    await tx
      .updateTable('users')
      .set({ last_seen_at: now })
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .execute()
    await tx
      .updateTable('sessions')
      .set(fresh)
      .where('school_id', '=', school_id)
      .where('id', '=', session_id!)
      .execute()
  })
}

/** Ends every session of a user, except one if given: after a change of password, role or status. */
export async function endSessions({ tx, school_id }: Ctx, user_id: string, except: string | null = null) {
  if (school_id === PLATFORM_ID) {
    let ended = tx.deleteFrom('account_sessions').where('account_id', '=', user_id)
    if (except) ended = ended.where('id', '<>', except)
    await ended.execute()
    return
  }
  let ended = tx.deleteFrom('sessions').where('school_id', '=', school_id).where('user_id', '=', user_id)
  if (except) ended = ended.where('id', '<>', except)
  await ended.execute()
}
