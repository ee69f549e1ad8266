import type { Ctx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import { newId } from '#platform/security/tokens.ts'
import { filterByPreferences } from './filter-by-preferences.ts'

export interface NewNotification {
  user_id: string
  /** For example `enrolment_approved`; the texts are `notifications:kinds.<kind>`. */
  kind: string
  /** Values of the text: ids and names at that time. Nothing that the person may not see. */
  data?: Record<string, unknown>
}

/** Notifies a person of the school, in the transaction of the change. */
export const notify = (ctx: Ctx, notification: NewNotification) => notifyAll(ctx, [notification])

/**
 * Notifies many people with one statement. Leaves out people who are not users of the school, such as API
 * clients, and people who turned this kind off.
 */
export async function notifyAll(ctx: Ctx, notifications: NewNotification[]) {
  const { tx, school_id, now } = ctx
  const enabled = await filterByPreferences(ctx, 'in_app', notifications)
  if (enabled.length === 0) return
  const rows = enabled.map(({ user_id, kind, data = {} }) => ({
    school_id,
    id: newId(),
    user_id,
    kind,
    data: json(data),
    created_at: now,
  }))
  const people = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', 'in', [...new Set(rows.map(({ user_id }) => user_id))])
    .select('id')
    .execute()
  const existingIds = new Set(people.map(({ id }) => id))
  const notified = rows.filter(({ user_id }) => existingIds.has(user_id))
  if (notified.length > 0) await tx.insertInto('notifications').values(notified).execute()
}
