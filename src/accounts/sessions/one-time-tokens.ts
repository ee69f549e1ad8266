import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Role } from '#tenancy/access/actor.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { hashToken, newToken } from '#platform/security/tokens.ts'
import { loginRoleOf, type LoginRole } from '../users/roles.ts'

const minute = 60_000

/** Lifetime of each kind of token in milliseconds. */
const lives = {
  handoff: minute,
  reset_password: 60 * minute,
  create_password: 60 * minute,
  magic_link: 15 * minute,
  sign_in: minute,
  second_factor: 10 * minute,
  enrol_second_factor: 15 * minute,
  support: minute,
  reauthenticate: 60 * minute,
}

export type TokenPurpose = keyof typeof lives

/** Authentication level that a token carries. */
export interface TokenOrigin {
  /** When the original session passed a second factor. */
  second_factor_at?: Date | null
  /** Whether the first step was a mailed link. */
  is_sent_by_email?: boolean
}

interface NewToken extends TokenOrigin {
  /** At the root host an account id. */
  user_id: string
  token?: string
}

/** Creates a one-time token; only its hash is stored. */
export async function issueToken(ctx: Ctx, purpose: TokenPurpose, given: NewToken) {
  const { tx, school_id, now } = ctx
  const { user_id, token = newToken(), second_factor_at = null, is_sent_by_email = false } = given
  const expires_at = new Date(now.getTime() + lives[purpose])
  await tx
    .insertInto('one_time_tokens')
    .values({
      school_id,
      token_hash: hashToken(token),
      purpose,
      user_id,
      created_at: now,
      expires_at,
      second_factor_at,
      is_sent_by_email,
    })
    .execute()
  return { token, expires_at }
}

/** The user of a valid token. */
export const findTokenUser = async (ctx: Ctx, purposes: TokenPurpose[], token: string) =>
  (await findValidToken(ctx, purposes, token))?.user_id ?? null

/** The same with the token's properties. */
export function findValidToken({ tx, school_id, now }: Ctx, purposes: TokenPurpose[], token: string) {
  return tx
    .selectFrom('one_time_tokens')
    .where('school_id', '=', school_id)
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['user_id', 'second_factor_at', 'is_sent_by_email'])
    .executeTakeFirst()
}

/** Uses up a token. Of several concurrent callers exactly one gets the user id, the others null. */
export const consumeTokenForUser = async (ctx: Ctx, purposes: TokenPurpose[], token: string) =>
  (await consumeToken(ctx, purposes, token))?.user_id ?? null

/** The same with the token's properties. */
export function consumeToken({ tx, school_id, now }: Ctx, purposes: TokenPurpose[], token: string) {
  return tx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('school_id', '=', school_id)
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'second_factor_at', 'is_sent_by_email'])
    .executeTakeFirst()
}

/** Number of tokens of a kind issued to a user since a time, up to `most`. */
export async function countIssuedTokens(
  { tx, school_id }: Ctx,
  { purpose, user_id, since, limit }: { purpose: TokenPurpose; user_id: string; since: Date; limit: number },
) {
  const rows = await tx
    .selectFrom('one_time_tokens')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .select('created_at')
    .limit(limit)
    .execute()
  return rows.length
}

/** Deletes every unused token of a user: after a change of password, role or status. */
export async function deleteTokens({ tx, school_id }: Ctx, user_id: string) {
  await tx
    .deleteFrom('one_time_tokens')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute()
}

/**
 * Issues a one-time code that moves the actor's session to another host, as `user_token` in an address. Valid for
 * 60 seconds. Carries the second factor of the session.
 */
export async function issueHandoff(ctx: Ctx, user_id: string): Promise<{ code: string; expires_at: Date }> {
  const user = ensureFound(
    await ctx.tx
      .selectFrom('users')
      .where('school_id', '=', ctx.school_id)
      .where('id', '=', user_id)
      .where('status', '=', 'active')
      .select('role')
      .executeTakeFirst(),
  )
  const code = `handoff.${loginRoleOf(user.role as Role)}.${newToken()}`
  const { second_factor_at = null } = ctx.actor
  const { expires_at } = await issueToken(ctx, 'handoff', { user_id, token: code, second_factor_at })
  return { code, expires_at }
}

/** The same for a support visit, which has no user. */
export async function issueSupportHandoff(ctx: Ctx, visit_id: string) {
  const code = `handoff.admin.${newToken()}`
  const { expires_at } = await issueToken(ctx, 'support', { user_id: visit_id, token: code })
  return { code, expires_at }
}

/**
 * The same after a login over an issuer, bound to the browser that started it: nobody can be logged in by a
 * prepared address, because the secret is stored in that browser.
 */
export async function issueOidcLoginCode(
  ctx: Ctx,
  user_id: string,
  { login_role, binding_hash }: { login_role: LoginRole; binding_hash: Buffer },
) {
  const code = `handoff.${login_role}.~${newToken()}`
  const token = boundCode(code, binding_hash)
  await issueToken(ctx, 'sign_in', { user_id, token })
  return { code, token }
}

const boundCode = (code: string, binding_hash: Buffer) => `${code}.${binding_hash.toString('base64url')}`

/** Stored form of a code: a binding is stored as its hash. */
export function storedHandoffCode(given: string) {
  const [, code, binding] = /^(handoff\.[a-z]+\.~[\w-]{43})\.([\w-]{43})$/.exec(given) ?? []
  return code && binding ? boundCode(code, hashToken(binding)) : given
}

/** Whether a text has the format of a handoff code for this login role. */
export const isHandoffFor = (kind: LoginRole, code: string) => code.startsWith(`handoff.${kind}.`)
