import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [{ table: 'data_exports', personColumns: ['user_id'], erasure: 'delete' }],
  mentions: {
    'data_exports.requested_by': 'An admin who asked for somebody else, at that person’s request.',
  },
}
