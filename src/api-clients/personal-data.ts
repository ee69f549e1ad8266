import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [],
  mentions: { 'api_clients.created_by': 'A client is the school’s; it works on when its maker leaves.' },
}
