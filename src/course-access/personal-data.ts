import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [
    {
      table: 'entitlements',
      personColumns: ['user_id'],
      erasure: { stays: 'Belongs to a sale, which a school must be able to prove; nothing names the buyer.' },
    },
  ],
  mentions: {},
}
