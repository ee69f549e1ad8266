import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** What the person was told goes; what others were told of the person stays without the name. */
export async function forgetInNotifications(
  { tx, school_id }: Ctx,
  { id, name }: { id: string; name: string },
) {
  await tx.deleteFrom('notifications').where('school_id', '=', school_id).where('user_id', '=', id).execute()
  await tx
    .updateTable('notifications')
    .set({ data: sql`data - 'student_name'` })
    .where('school_id', '=', school_id)
    .where(
      // Those of earlier days hold no id.
      sql<boolean>`coalesce(data->>'student_id' = ${id}, data->>'student_name' = ${name})`,
    )
    .execute()
}
