import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [{ table: 'opening_subscriptions', by: ['user_id'], address: 'email', erasure: 'delete' }],
  mentions: {},
}
