import type { PersonalData } from '#tenancy/context/personal-data.ts'
import { clearDeclineReasons, endEnrolmentsOfErased } from './enrolments/end-enrolments-of-erased.ts'

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
      // How many came and went is the school's figure; what staff wrote about the person is deleted.
      erasure: { verb: (ctx, { id }) => clearDeclineReasons(ctx, id) },
    },
    { table: 'content_progress', personColumns: ['user_id'], erasure: 'delete' },
  ],
  mentions: {
    'enrolment_events.changed_by': 'Who changed somebody else’s enrolment; the change is that person’s.',
  },
}
