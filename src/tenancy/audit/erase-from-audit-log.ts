import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.server.ts'

/** Makes the address of a school's person who is being erased unreadable in the school's log. */
export const anonymizeUserInAuditLog = (tx: Tx, user_id: string) =>
  sql`select anonymize_person_in_audit_log(${user_id}::uuid)`.execute(tx)

/** Makes the address of an account that is being erased unreadable in the platform's log. */
export const anonymizeAccountInAuditLog = (tx: Tx, account_id: string) =>
  sql`select anonymize_account_in_audit_log(${account_id}::uuid)`.execute(tx)
