import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'

interface Entitled {
  user_id: string
  course_id: string
}

export type GrantReason = 'paid' | 'trial' | 'granted'
export type RevocationReason = 'refunded' | 'dispute' | 'missed_payment' | 'ended' | 'canceled'

interface Grant {
  user_id: string
  line_id: string
  course_ids: readonly string[]
  reason: GrantReason
  /** Null or absent: until it is revoked. */
  ends_at?: Date | null
}

/**
 * Entitles a person to courses because of an order line, from now on. Repeating it is safe; granting a revoked
 * entitlement again makes it live.
 */
export async function grantEntitlements(
  { tx, school_id, now }: Ctx,
  { user_id, line_id, course_ids, reason, ends_at = null }: Grant,
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
        .doUpdateSet({ revoked_at: null, reason, ends_at }),
    )
    .execute()
}

/** Entitles a person to these courses because of an order line, and to no others: those of its other courses end now. */
export async function replaceEntitlements(ctx: Ctx, grant: Grant): Promise<void> {
  const { tx, school_id, now } = ctx
  await tx
    .updateTable('entitlements')
    .set({ revoked_at: now, reason: 'ended' })
    .where('school_id', '=', school_id)
    .where('line_id', '=', grant.line_id)
    .where('revoked_at', 'is', null)
    .where('course_id', 'not in', [...grant.course_ids])
    .execute()
  await grantEntitlements(ctx, grant)
}

/** Takes back all entitlements of an order line. Returns the people and courses of those that were live. */
export async function revokeEntitlements(
  { tx, school_id, now }: Ctx,
  line_id: string,
  reason: RevocationReason,
): Promise<Entitled[]> {
  return tx
    .updateTable('entitlements')
    .set({ revoked_at: now, reason })
    .where('school_id', '=', school_id)
    .where('line_id', '=', line_id)
    .where('revoked_at', 'is', null)
    .returning(['user_id', 'course_id'])
    .execute()
}

/** Gives back the entitlements of an order line that were revoked for this reason, and returns them. */
export async function restoreEntitlements(
  { tx, school_id }: Ctx,
  line_id: string,
  reason: RevocationReason,
): Promise<Entitled[]> {
  return tx
    .updateTable('entitlements')
    .set({ revoked_at: null, reason: 'paid' })
    .where('school_id', '=', school_id)
    .where('line_id', '=', line_id)
    .where('revoked_at', 'is not', null)
    .where('reason', '=', reason)
    .returning(['user_id', 'course_id'])
    .execute()
}

/** Whether the person has a live entitlement to the course. */
export async function hasLiveEntitlement(
  { tx, school_id, now }: Ctx,
  { user_id, course_id }: Entitled,
): Promise<boolean> {
  const row = await tx
    .selectFrom('entitlements')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('course_id', '=', course_id)
    .where('revoked_at', 'is', null)
    .where('starts_at', '<=', now)
    .where(sql<boolean>`(ends_at is null or ends_at > ${now})`)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Order lines that entitled the person to the course; those that were revoked too, unless `isLive`. */
export async function findEntitlingLines(
  { tx, school_id }: Ctx,
  { user_id, course_id, isLive = false }: Entitled & { isLive?: boolean },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('entitlements')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('course_id', '=', course_id)
    .$if(isLive, (query) => query.where('revoked_at', 'is', null))
    .select('line_id')
    .execute()
  return rows.map(({ line_id }) => line_id)
}

/** Courses that order lines opened, whether the entitlements are live or not. */
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
    .limit(100)
    .select('course_id')
    .distinct()
    .execute()
  return rows.map(({ course_id }) => course_id)
}

/** Sets until when the entitlements of an order line last; null for no end. */
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
    .where('revoked_at', 'is', null)
    .execute()
}
