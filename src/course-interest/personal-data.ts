import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [{ table: 'course_interests', by: ['user_id'], address: 'email', erasure: 'delete' }],
  mentions: {},
}
