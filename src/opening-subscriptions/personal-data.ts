import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [
    { table: 'opening_subscriptions', personColumns: ['user_id'], emailColumn: 'email', erasure: 'delete' },
  ],
  mentions: {},
}
