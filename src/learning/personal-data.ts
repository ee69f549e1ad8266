import type { PersonalData } from '#tenancy/context/personal-data.ts'
import { endEnrolmentsOfErased } from './enrolments/end-enrolments-of-erased.ts'

export const personalData: PersonalData = {
  rows: [
    {
      table: 'enrolments',
      personColumns: ['user_id'],
      erasure: { verb: (ctx, { id }) => endEnrolmentsOfErased(ctx, id) },
    },
    {
      table: 'enrolment_events',
      personColumns: ['user_id'],
      erasure: { stays: 'How many came and went is the school’s figure; the row names nobody any more.' },
    },
    { table: 'content_progress', personColumns: ['user_id'], erasure: 'delete' },
  ],
  mentions: {
    'enrolment_events.changed_by': 'Who changed somebody else’s enrolment; the change is that person’s.',
  },
}
