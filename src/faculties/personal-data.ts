import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [{ table: 'faculty_members', personColumns: ['user_id'], erasure: 'delete' }],
  mentions: {},
}
