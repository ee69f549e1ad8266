import type { PersonalData } from '#tenancy/context/personal-data.ts'

const stays =
  'That somebody accepted this version on this day, and nothing that tells who: docs/decisions/0021.'

export const personalData: PersonalData = {
  rows: [
    { table: 'legal_acceptances', personColumns: ['user_id'], erasure: { stays } },
    { table: 'consents', personColumns: ['user_id'], erasure: { stays } },
  ],
  mentions: {
    'legal_drafts.updated_by': 'The draft is the school’s.',
    'legal_versions.published_by': 'Who published a text of the school; it can never be changed again.',
  },
}
