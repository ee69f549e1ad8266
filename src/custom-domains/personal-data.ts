import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [],
  mentions: { 'custom_domains.created_by': 'A domain is the school’s.' },
}
