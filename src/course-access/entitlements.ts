import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'

interface Entitled {
  user_id: string
  course_id: string
}

/** Entitles a person to a course because of an order line, from now on. Repeating it, or granting it again, is safe. */
export async function grantEntitlement(
  { tx, school_id, now }: Ctx,
  { user_id, course_id, line_id }: Entitled & { line_id: string },
): Promise<void> {
  await tx
    .insertInto('entitlements')
    .values({
      school_id,
      id: newId(),
      user_id,
      course_id,
      line_id,
      starts_at: now,
      reason: 'paid',
      created_at: now,
    })
    .onConflict((oc) =>
      oc.columns(['school_id', 'line_id', 'user_id']).doUpdateSet({ revoked_at: null, reason: 'paid' }),
    )
    .execute()
}

/** Takes back the entitlements of an order line. Returns the people who had a live one. */
export async function revokeEntitlement({ tx, school_id, now }: Ctx, line_id: string): Promise<Entitled[]> {
  return tx
    .updateTable('entitlements')
    .set({ revoked_at: now, reason: 'refunded' })
    .where('school_id', '=', school_id)
    .where('line_id', '=', line_id)
    .where('revoked_at', 'is', null)
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
