import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'
import { entitlementLiveSql } from './may-learn-sql.ts'

interface Entitled {
  user_id: string
  course_id: string
}

export type GrantReason = 'paid' | 'trial'
/** `ended`: a gift or seat was taken back, or the plan changed to one without the course. */
export type RevocationReason = 'refunded' | 'dispute' | 'ended'

interface Grant {
  user_id: string
  line_id: string
  course_ids: readonly string[]
  reason: GrantReason
  /** Null: until it is revoked. */
  ends_at: Date | null
}

/**
 * Entitles a person to courses because of an order line, from now on. Repeating it is safe. An entitlement that exists keeps its
 * start; reason and end become those of this grant, and a revocation is taken back.
 */
export async function grantEntitlements(
  { tx, school_id, now }: Ctx,
  { user_id, line_id, course_ids, reason, ends_at }: Grant,
): Promise<void> {
  if (course_ids.length === 0) return
  const rows = course_ids.map((course_id) => ({
    school_id,
    id: newId(),
    user_id,
    course_id,
    line_id,
    starts_at: now,
    ends_at,
    reason,
    created_at: now,
  }))
  await tx
    .insertInto('entitlements')
    .values(rows)
    .onConflict((oc) =>
      oc
        .columns(['school_id', 'line_id', 'user_id', 'course_id'])
        .doUpdateSet({ revoked_at: null, revocation_reason: null, reason, ends_at }),
    )
    .execute()
}

/**
 * Entitles a person to these courses because of an order line, and to no others: what the line gave this person in other courses
 * is revoked as `ended`. Other people of the line keep theirs. Access that an open dispute has closed stays closed: the end of the
 * dispute decides about the new courses as about the old ones.
 */
export async function replaceEntitlements(ctx: Ctx, grant: Grant): Promise<void> {
  const { line_id, user_id, course_ids } = grant
  const isClosed = await isClosedByDispute(ctx, grant)
  if (isClosed) await restoreOf(ctx, line_id, 'dispute').where('user_id', '=', user_id).execute()
  await revoke(ctx, line_id, 'ended')
    .where('user_id', '=', user_id)
    .$if(course_ids.length > 0, (query) => query.where('course_id', 'not in', [...course_ids]))
    .execute()
  await grantEntitlements(ctx, grant)
  if (isClosed) await revoke(ctx, line_id, 'dispute').where('user_id', '=', user_id).execute()
}

/** Whether a dispute has closed what an order line gave this person. */
export async function isClosedByDispute(
  { tx, school_id }: Ctx,
  { line_id, user_id }: { line_id: string; user_id: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('entitlements')
    .where('school_id', '=', school_id)
    .where('line_id', '=', line_id)
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is not', null)
    .where(revokedFor, '=', 'dispute')
    .limit(1)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Revokes all entitlements of an order line. Returns the people and courses of those that were not revoked before. */
export async function revokeEntitlements(
  ctx: Ctx,
  line_id: string,
  reason: RevocationReason,
): Promise<Entitled[]> {
  return revoke(ctx, line_id, reason).returning(['user_id', 'course_id']).execute()
}

/** Revokes what an order line gives one person. Returns the courses of the entitlements that were not revoked before. */
export async function revokeEntitlementsOfPerson(
  ctx: Ctx,
  { line_id, user_id }: { line_id: string; user_id: string },
  reason: RevocationReason,
): Promise<Entitled[]> {
  return revoke(ctx, line_id, reason)
    .where('user_id', '=', user_id)
    .returning(['user_id', 'course_id'])
    .execute()
}

const revoke = ({ tx, school_id, now }: Ctx, line_id: string, reason: RevocationReason) =>
  tx
    .updateTable('entitlements')
    .set({ revoked_at: now, revocation_reason: reason })
    .where('school_id', '=', school_id)
    .where('line_id', '=', line_id)
    .where('revoked_at', 'is', null)

/** Gives back the entitlements of an order line that were revoked for this reason, and returns them. */
export async function restoreEntitlements(
  ctx: Ctx,
  line_id: string,
  reason: RevocationReason,
): Promise<Entitled[]> {
  return restoreOf(ctx, line_id, reason).returning(['user_id', 'course_id']).execute()
}

const restoreOf = ({ tx, school_id }: Ctx, line_id: string, reason: RevocationReason) =>
  tx
    .updateTable('entitlements')
    .set({ revoked_at: null, revocation_reason: null, reason: grantReason })
    .where('school_id', '=', school_id)
    .where('line_id', '=', line_id)
    .where('revoked_at', 'is not', null)
    .where(revokedFor, '=', reason)

/** During an upgrade the previous release writes the reason of a revocation over that of the grant. */
const revokedFor = sql<string>`coalesce(revocation_reason, reason)`

/** During an upgrade the previous release still writes the reason of a revocation over that of the grant. */
const grantReason = sql<string>`case when revocation_reason is null then 'paid' else reason end`

/** Whether the person has a live entitlement to the course. */
export async function hasLiveEntitlement(
  { tx, school_id, now }: Ctx,
  { user_id, course_id }: Entitled,
): Promise<boolean> {
  const row = await tx
    .selectFrom('entitlements as x')
    .where('x.school_id', '=', school_id)
    .where('x.user_id', '=', user_id)
    .where('x.course_id', '=', course_id)
    .where(entitlementLiveSql('x', now))
    .select('x.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Order lines that entitled the person to the course, live or ended; those that were revoked only with `withRevoked`. */
export async function findEntitlingLines(
  { tx, school_id }: Ctx,
  { user_id, course_id, withRevoked }: Entitled & { withRevoked: boolean },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('entitlements')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('course_id', '=', course_id)
    .$if(!withRevoked, (query) => query.where('revoked_at', 'is', null))
    .select('line_id')
    .execute()
  return rows.map(({ line_id }) => line_id)
}

/** All courses that order lines opened, by id, whether the entitlements are live or not. A line opens at most 50. */
export async function findEntitledCourses(
  { tx, school_id }: Ctx,
  line_ids: readonly string[],
): Promise<string[]> {
  if (line_ids.length === 0) return []
  const rows = await tx
    .selectFrom('entitlements')
    .where('school_id', '=', school_id)
    .where('line_id', 'in', [...line_ids])
    .orderBy('course_id')
    .select('course_id')
    .distinct()
    .execute()
  return rows.map(({ course_id }) => course_id)
}

/**
 * Sets until when the entitlements of an order line last; null for no end. Also of revoked ones, so that one that is restored
 * later lasts as long as the others.
 */
export async function limitEntitlements(
  { tx, school_id }: Ctx,
  line_id: string,
  ends_at: Date | null,
): Promise<void> {
  await tx
    .updateTable('entitlements')
    .set({ ends_at })
    .where('school_id', '=', school_id)
    .where('line_id', '=', line_id)
    .execute()
}
