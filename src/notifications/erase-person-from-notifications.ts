import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Deletes a person's notifications, and the person's name from the notifications of others. */
export async function erasePersonFromNotifications({ tx, school_id }: Ctx, { id }: { id: string }) {
  await tx.deleteFrom('notifications').where('school_id', '=', school_id).where('user_id', '=', id).execute()
  await tx
    .updateTable('notifications')
    .set({ data: sql`data - 'student_name'` })
    .where('school_id', '=', school_id)
    .where(sql<boolean>`data->>'student_id' = ${id}`)
    .execute()
}
