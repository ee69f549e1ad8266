import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [{ table: 'onboarding_dismissals', personColumns: ['user_id'], erasure: 'delete' }],
  mentions: {},
}
