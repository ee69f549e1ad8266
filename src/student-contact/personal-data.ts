import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [
    { table: 'staff_notes', personColumns: ['student_id'], erasure: 'delete' },
    { table: 'student_messages', personColumns: ['student_id'], erasure: 'delete' },
  ],
  mentions: {
    'staff_notes.author_id': 'Staff who wrote the note; it is about the student.',
    'student_messages.sender_id': 'Staff who sent the message; it belongs to the student.',
  },
}
