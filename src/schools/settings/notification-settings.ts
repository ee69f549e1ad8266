import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { updateSchoolRow } from '#tenancy/index.ts'
import type * as contract from '../contract.ts'

const fields = [
  'notify_students_on_approval_to_course',
  'notify_students_on_unapproval_to_course',
  'notify_students_on_deletion_from_course',
] as const

/** Events about which this school's students are notified. */
export async function getNotificationSettings({
  tx,
  school_id,
}: Ctx): Promise<Reply<typeof contract.getNotificationSettings>> {
  return ensureFound(
    await tx.selectFrom('schools').where('school_id', '=', school_id).select(fields).executeTakeFirst(),
  )
}

export async function updateNotificationSettings(
  ctx: Ctx,
  change: Input<typeof contract.updateNotificationSettings>,
) {
  if (Object.keys(change).length > 0) {
    await updateSchoolRow(ctx, change)
    await ctx.audit('school.notification_settings_updated', ['school', ctx.school_id], change)
  }
  return getNotificationSettings(ctx)
}
