import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [],
  mentions: { 'webhook_endpoints.created_by': 'An address for events is the school’s.' },
}
