import { sql } from 'kysely'
import type { Database } from '#platform/database/database.server.ts'

/** Rows per statement, small enough that nobody waits long for a lock. */
const batchSize = 500

/** Deletes the ownerships and statistics of a school that is being erased. */
export async function deleteOwnersOfSchool(db: Database, school_id: string) {
  await db.deleteFrom('school_stats').where('school_id', '=', school_id).execute()
  await db.deleteFrom('account_schools').where('school_id', '=', school_id).execute()
}

/** Deletes the directory entries of people of a school that is being erased, in batches. */
export async function deletePeopleOfSchool(db: Database, school_id: string) {
  for (;;) {
    const { numAffectedRows } = await sql`delete from school_email_index where (email_hash, school_id) in
      (select email_hash, school_id from school_email_index where school_id = ${school_id} limit ${batchSize})`.execute(
      db,
    )
    if (!numAffectedRows) return
  }
}
