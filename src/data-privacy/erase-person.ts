import { sql } from 'kysely'
import { eraseUser, lockUserForErasure } from '#accounts/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { enqueueErasePerson } from './job-handles.ts'
import { personalDataRows } from './registry.ts'
import { belongsToPerson } from './rows-of-person.ts'

/**
 * Erases a person whose erasure date has passed, in one transaction. Safe to repeat. Files are deleted by jobs
 * enqueued here.
 */
export async function erasePersonData(ctx: Ctx, { user_id }: { user_id: string }) {
  const person = await lockUserForErasure(ctx, user_id)
  if (!person) return
  for (const rows of personalDataRows(ctx)) {
    if (rows.erasure === 'delete')
      await sql`delete from ${sql.table(rows.table)}
        where school_id = ${ctx.school_id} and ${belongsToPerson(rows, person)}`.execute(ctx.tx)
    else if ('verb' in rows.erasure) await rows.erasure.verb(ctx, person)
  }
  await eraseUser(ctx, user_id)
}

/** Enqueues erasures that are overdue because their job was parked or lost. */
export async function eraseOverduePeople(ctx: Ctx) {
  const { tx, school_id, now } = ctx
  const due = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('erase_at', '<=', now)
    .select('id')
    .execute()
  for (const { id } of due) await enqueueErasePerson(ctx, id)
}
