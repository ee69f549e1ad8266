import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [{ table: 'student_upload_lines', by: [], address: 'email', erasure: 'delete' }],
  mentions: {
    'student_uploads.created_by': 'Work for the school; a list is forgotten after 30 days.',
    'invited_places.invitation_id': 'Goes with the invitation, which is the person’s.',
    'invited_places.place_id': 'A course, group or faculty.',
    'invited_places.added_by': 'Where somebody else comes to who accepts; it goes with the invitation.',
  },
}
