import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [{ table: 'student_import_lines', personColumns: [], emailColumn: 'email', erasure: 'delete' }],
  mentions: {
    'student_imports.created_by': 'Work for the school; a list is forgotten after 30 days.',
    'invitation_targets.invitation_id': 'Goes with the invitation, which is the person’s.',
    'invitation_targets.target_id': 'A course, group or faculty.',
    'invitation_targets.added_by': 'Where somebody else comes to who accepts; it goes with the invitation.',
  },
}
