import type { Static } from 'typebox'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { systemActor, type Actor } from '#tenancy/access/actor.ts'
import type { Reply } from '#platform/contract/route.ts'
import { hashToken, newToken } from '#platform/security/tokens.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import type * as contract from '../contract.ts'
import { actingPlatformRole } from './platform-role-by-email.ts'
import type { User } from '../schemas.ts'

const beginning = 'support.'

type SchoolContext = Pick<Ctx, 'tx' | 'school_id' | 'now' | 'config'>

/** Open visits: not ended, not expired, with a live account session and the same second factor. */
const openVisits = ({ tx, school_id, now }: SchoolContext) =>
  tx
    .selectFrom('support_visits as v')
    .innerJoin('account_sessions as s', 's.id', 'v.account_session_id')
    .innerJoin('accounts as a', 'a.id', 'v.account_id')
    .where('v.school_id', '=', school_id)
    .where('v.ended_at', 'is', null)
    .where('v.ends_at', '>', now)
    .where('s.expires_at', '>', now)
    .whereRef('a.totp_confirmed_at', '<=', 'v.created_at')
    .select(['a.email as account_email', 'a.email_verified_at', 'a.totp_confirmed_at'])
    .select(['v.id', 'v.account_id', 'v.name', 'v.email', 'v.reason', 'v.created_at'])
    .select(['v.ends_at', 'v.write_access_until', 'v.write_access_reason'])

type OpenVisit = Awaited<ReturnType<ReturnType<typeof openVisits>['executeTakeFirstOrThrow']>>

/** A visit ends when its account is removed from the support accounts. */
const stillSupport = ({ config }: SchoolContext, visit: OpenVisit | undefined) =>
  visit && actingPlatformRole(config, { ...visit, email: visit.account_email }) ? visit : null

/** The open visit with this id; null if it ended or its account lost the support role. */
export const findActiveVisit = async (requestContext: SchoolContext, id: string) =>
  stillSupport(requestContext, await openVisits(requestContext).where('v.id', '=', id).executeTakeFirst())

/** Actor of a visit: an admin of the school, read-only unless write access was granted. */
export function supportActor({ id, name, email, write_access_until }: OpenVisit, now: Date): Actor {
  const support = write_access_until && write_access_until > now ? 'raised' : 'reading'
  return { id, role: 'admin', name, email, session_id: id, account_id: null, support }
}

export const isSupportToken = (token: string) => token.startsWith(beginning)

/** The actor of a visit's token, for `identify`. */
export async function findSupportActor(ctx: Ctx, token: string): Promise<Actor | null> {
  const row = await openVisits(ctx).where('v.token_hash', '=', hashToken(token)).executeTakeFirst()
  const visit = stillSupport(ctx, row)
  if (!visit) await noteLoss(ctx, token)
  return visit && supportActor(visit, ctx.now)
}

/** Records that a visit ended early because the account lost its rights. */
async function noteLoss(ctx: Ctx, token: string) {
  const lost = await ctx.tx
    .selectFrom('support_visits')
    .where('school_id', '=', ctx.school_id)
    .where('token_hash', '=', hashToken(token))
    .where('ended_at', 'is', null)
    .where('ends_at', '>', ctx.now)
    .select('id')
    .executeTakeFirst()
  if (!lost) return
  // This request is refused and rolls back, so the record uses its own transaction; if lost, the next request
  // repeats it.
  const alone = runTransaction({ ...ctx, actor: systemActor }, { onSchoolInvalidated: () => {} }, (txCtx) =>
    endVisit(txCtx, lost.id, 'access_lost'),
  )
  void alone.catch((error: unknown) => ctx.log.warn({ err: error }, 'the end of a visit was not noted'))
}

export interface NewVisit {
  id: string
  email: string
  name: string
  reason: string
  ends_at: Date
}

/** Adds a visit of the account to the transaction's school. It ends with the account's session. */
export async function insertVisit({ tx, school_id, now }: Ctx, visit: NewVisit, account: Actor) {
  await tx
    .insertInto('support_visits')
    .values({
      ...visit,
      school_id,
      account_id: account.id,
      account_session_id: account.session_id!,
      created_at: now,
    })
    .execute()
}

interface Raise {
  write_access_until: Date
  write_access_reason: string
}

/** Grants write access to the visit until then. */
export async function grantVisitWriteAccess({ tx, school_id }: Ctx, visit_id: string, raise: Raise) {
  await tx
    .updateTable('support_visits')
    .set(raise)
    .where('school_id', '=', school_id)
    .where('id', '=', visit_id)
    .execute()
}

/** Replaces the one-time code by a session; the second of two concurrent calls gets null. */
export async function startSupportSession(
  ctx: Ctx,
  visit_id: string,
): Promise<Reply<typeof contract.loginAdmin> | null> {
  const visit = await findActiveVisit(ctx, visit_id)
  if (!visit) return null
  const user_token = beginning + newToken()
  await ctx.tx
    .updateTable('support_visits')
    .set({ token_hash: hashToken(user_token) })
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', visit_id)
    .execute()
  const user = supportUserDetails(supportActor(visit, ctx.now), visit.created_at)
  return { user_token, user_type: 'admin', user, user_faculties: [] }
}

/** User details of a visit for the browser: there is no user of the school. */
export function supportUserDetails({ id, name, email }: Actor, created_at: Date): Static<typeof User> {
  return {
    _id: id,
    id,
    user_type: 'admin',
    role: 'admin',
    status: 'active',
    email,
    name,
    firstName: null,
    lastName: null,
    country: null,
    user_code: null,
    phone: null,
    bio: '',
    avatar_url: null,
    language: null,
    time_zone: null,
    colour_scheme: 'auto',
    custom_auth_input: {},
    registration_answers: [],
    user_faculties: [],
    has_password: false,
    last_seen_at: null,
    created_at,
  }
}

export type VisitEndCause = 'ended_by_support' | 'ended_by_owner' | 'expired' | 'access_lost'

/** Ends a visit and writes the school's audit log; false if it had ended. */
export async function endVisit(ctx: Ctx, visit_id: string, cause: VisitEndCause): Promise<boolean> {
  const ended = await ctx.tx
    .updateTable('support_visits')
    .set({ ended_at: ctx.now, end_cause: cause })
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', visit_id)
    .where('ended_at', 'is', null)
    .returning('email')
    .executeTakeFirst()
  if (ended) await ctx.audit('support.ended', ['support_visit', visit_id], { cause, email: ended.email })
  return ended !== undefined
}
