import type { Database } from '#platform/database/database.server.ts'

/** Deletes the quarantined payments of a school that is being erased: no policy of the school covers their table. */
export const deleteQuarantinedPayments = (db: Database, school_id: string) =>
  db.deleteFrom('quarantined_payments').where('school_id', '=', school_id).execute()
