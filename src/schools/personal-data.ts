import { anonymizeUserInAuditLog } from '#tenancy/audit/erase-from-audit-log.ts'
import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [
    {
      table: 'audit_log',
      personColumns: ['actor_id', 'subject_id'],
      // Only this function may update the audit log: it removes the address from entries.
      erasure: { verb: ({ tx }, { id }) => anonymizeUserInAuditLog(tx, id) },
    },
  ],
  mentions: {
    'audit_log.client_id': 'A program, not a person.',
    'schools.contact_email': 'The school’s own address.',
  },
}
