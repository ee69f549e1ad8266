import type { PersonalData } from '#tenancy/context/personal-data.ts'
import { forgetPerson } from './forget-person.ts'

export const personalData: PersonalData = {
  rows: [
    { table: 'visits', by: ['user_id'], erasure: { verb: forgetPerson('visits') } },
    { table: 'usage_events', by: ['user_id'], erasure: { verb: forgetPerson('usage_events') } },
  ],
  mentions: {},
}
