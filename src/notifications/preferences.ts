import type { Ctx } from '#tenancy/context/request-context.ts'
import { isStaff } from '#tenancy/access/actor.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { optionalNotificationKindNames, optionalNotificationKinds } from './optional-notification-kinds.ts'

/** Every optional kind for the actor's role, with the actor's choice; the default if there is no row. */
export async function listNotificationPreferences(
  ctx: Ctx,
): Promise<Reply<typeof contract.listNotificationPreferences>> {
  const { tx, school_id, actor } = ctx
  const chosen = await tx
    .selectFrom('notification_preferences')
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .select(['kind', 'in_app', 'by_email'])
    .execute()
  const own = optionalNotificationKindNames.filter(
    (kind) => (optionalNotificationKinds[kind].to === 'staff') === isStaff(actor),
  )
  return {
    data: own.map((kind) => {
      const row = chosen.find((one) => one.kind === kind)
      return {
        kind,
        in_app: row?.in_app ?? true,
        by_email: optionalNotificationKinds[kind].mail ? (row?.by_email ?? true) : null,
      }
    }),
  }
}

export async function updateNotificationPreference(
  ctx: Ctx,
  { kind, ...change }: Input<typeof contract.updateNotificationPreference>,
) {
  const { tx, school_id, actor, now } = ctx
  if (Object.keys(change).length > 0)
    await tx
      .insertInto('notification_preferences')
      .values({ ...change, school_id, user_id: actor.id, kind, updated_at: now })
      .onConflict((oc) =>
        oc.columns(['school_id', 'user_id', 'kind']).doUpdateSet({ ...change, updated_at: now }),
      )
      .execute()
  return listNotificationPreferences(ctx)
}
