import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [
    { table: 'end_of_course_messages', personColumns: ['user_id'], erasure: 'delete' },
    { table: 'end_of_course_threads', personColumns: ['user_id'], erasure: 'delete' },
  ],
  mentions: { 'end_of_course_messages.author_id': 'Staff who answered; the conversation is the student’s.' },
}
