import { sql } from 'kysely'
import { getPlanLimits } from '#plans/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { isStaff } from '#tenancy/access/actor.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { storageQuotas, uploadRules } from './purposes.ts'

/** Reserves quota of the owner and the school for a file, or refuses `storage_quota_exceeded`. */
export async function reserveQuota(ctx: RoomCtx, size: number) {
  // Locks the school first: two requests with different lock orders would deadlock.
  const fits =
    (await addUsage(ctx, ctx.school_id, { bytes: size, maxBytes: schoolQuota(ctx) })) &&
    (await addUsage(ctx, ctx.actor.id, {
      bytes: size,
      maxBytes: isStaff(ctx.actor) ? storageQuotas.staff : studentQuota(ctx),
    }))
  if (!fits) throw new Refusal('storage_quota_exceeded')
}

type RoomCtx = Pick<Ctx, 'tx' | 'school_id' | 'school' | 'config' | 'actor'>

/**
 * One hundredth of the school's quota, so that all students of a small school together leave room. An avatar
 * always fits.
 */
const studentQuota = (ctx: RoomCtx) =>
  Math.min(storageQuotas.student, Math.max(smallestQuota, schoolQuota(ctx) / 100))
const smallestQuota = uploadRules.avatar.maxBytes * 1.2

/** Plan limits reduce the school's quota. */
const schoolQuota = ({ config, school }: RoomCtx) =>
  Math.min(storageQuotas.school, getPlanLimits(config, school)?.storage ?? storageQuotas.school)

/** Adds to the used storage of a person or school; false if the sum would be above the maximum. */
async function addUsage(
  { tx, school_id }: RoomCtx,
  quota_owner_id: string,
  { bytes, maxBytes }: { bytes: number; maxBytes: number },
) {
  if (bytes > maxBytes) return false
  const row = await tx
    .insertInto('upload_usage')
    .values({ school_id, quota_owner_id, bytes })
    .onConflict((oc) =>
      oc
        .columns(['school_id', 'quota_owner_id'])
        .doUpdateSet({ bytes: sql`upload_usage.bytes + excluded.bytes` })
        .where(sql<boolean>`upload_usage.bytes + excluded.bytes <= ${maxBytes}`),
    )
    .returning('bytes')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds to the used quota, or subtracts with a negative number, without a check. */
export async function adjustQuota({ tx, school_id }: Ctx, owner_id: string, bytes: number) {
  for (const quota_owner_id of [school_id, owner_id])
    await tx
      .insertInto('upload_usage')
      .values({ school_id, quota_owner_id, bytes: Math.max(0, bytes) })
      .onConflict((oc) =>
        oc
          .columns(['school_id', 'quota_owner_id'])
          .doUpdateSet({ bytes: sql`greatest(0, upload_usage.bytes + ${bytes})` }),
      )
      .execute()
}

export const findUpload = ({ tx, school_id }: Ctx, id: string) =>
  tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst()
