import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [
    {
      table: 'entitlements',
      personColumns: ['user_id'],
      erasure: {
        stays: 'A school must be able to prove its sales; the name of the person is no longer in it.',
      },
    },
  ],
  mentions: {},
}
