import type { PersonalData } from '#tenancy/context/personal-data.ts'

const support = 'Somebody of the platform’s support, who is no person of the school.'

export const personalData: PersonalData = {
  rows: [],
  mentions: {
    'support_visits.account_id': support,
    'support_visits.account_session_id': support,
    'support_visits.email': support,
  },
}
