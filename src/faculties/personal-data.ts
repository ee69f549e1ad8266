import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [{ table: 'faculty_members', by: ['user_id'], erasure: 'delete' }],
  mentions: {},
}
