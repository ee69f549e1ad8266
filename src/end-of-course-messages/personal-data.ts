import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [
    { table: 'course_end_messages', by: ['user_id'], erasure: 'delete' },
    { table: 'course_end_threads', by: ['user_id'], erasure: 'delete' },
  ],
  mentions: { 'course_end_messages.author_id': 'Staff who answered; the conversation is the student’s.' },
}
