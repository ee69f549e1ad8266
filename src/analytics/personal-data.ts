import type { PersonalData } from '#tenancy/context/personal-data.ts'
import { anonymizeUsage } from './anonymize-usage.ts'

export const personalData: PersonalData = {
  rows: [
    { table: 'visits', personColumns: ['user_id'], erasure: { verb: anonymizeUsage('visits') } },
    { table: 'usage_events', personColumns: ['user_id'], erasure: { verb: anonymizeUsage('usage_events') } },
  ],
  mentions: {},
}
