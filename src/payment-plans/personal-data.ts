import type { PersonalData } from '#tenancy/context/personal-data.ts'

export const personalData: PersonalData = {
  rows: [],
  mentions: { 'payment_plans.created_by': 'A plan is the school’s.' },
}
