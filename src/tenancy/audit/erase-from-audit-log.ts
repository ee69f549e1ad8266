import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.server.ts'

/** Makes the e-mail address of an erased person unreadable in the school's audit log. */
export const anonymizeUserInAuditLog = (tx: Tx, user_id: string) =>
  sql`select anonymize_person_in_audit_log(${user_id}::uuid)`.execute(tx)

/** Makes the e-mail address of an erased account unreadable in the platform's audit log. */
export const anonymizeAccountInAuditLog = (tx: Tx, account_id: string) =>
  sql`select anonymize_account_in_audit_log(${account_id}::uuid)`.execute(tx)
