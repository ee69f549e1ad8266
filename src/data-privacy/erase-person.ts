import { sql } from 'kysely'
import { eraseUser, lockUserForErasure } from '#accounts/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { enqueueErasePerson } from './job-handles.ts'
import { personalDataRows } from './registry.ts'
import { belongsToPerson } from './rows-of-person.ts'

/**
 * Removes everything of a person whose day has come, in one transaction: all of it or, where the worker dies, nothing. A
 * second run finds nobody. Files go by jobs of their own that this commits.
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

/** Those whose own job was parked or lost: their day passed, and they are still here. */
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
