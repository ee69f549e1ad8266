import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [
    { table: 'course_group_members', personColumns: ['user_id'], erasure: 'delete' },
    { table: 'lock_exceptions', personColumns: ['user_id'], erasure: 'delete' },
  ],
  mentions: {
    'course_groups.created_by': 'A group is its course’s.',
    'lock_exceptions.created_by': 'Who opened a lesson for somebody else; the exception is that person’s.',
  },
}
