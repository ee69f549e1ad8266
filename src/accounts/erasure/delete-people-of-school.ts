import { sql } from 'kysely'
import type { Database } from '#platform/database/database.server.ts'

/** Small enough that nobody waits for a lock or a statement. */
const batchSize = 500

/** Ends all ownership of a school that is being erased, and forgets the counts that its owners see. */
export async function deleteOwnersOfSchool(db: Database, school_id: string) {
  await db.deleteFrom('school_stats').where('school_id', '=', school_id).execute()
  await db.deleteFrom('account_schools').where('school_id', '=', school_id).execute()
}

/** Forgets which e-mails have an account in a school that is being erased, some at a time. */
export async function deletePeopleOfSchool(db: Database, school_id: string) {
  for (;;) {
    const { numAffectedRows } = await sql`delete from school_email_index where (email_hash, school_id) in
      (select email_hash, school_id from school_email_index where school_id = ${school_id} limit ${batchSize})`.execute(
      db,
    )
    if (!numAffectedRows) return
  }
}
