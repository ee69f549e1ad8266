import type { PersonalData } from '#tenancy/context/personal-data.ts'
import { eraseUserNotes } from './erase-notes.ts'

export const personalData: PersonalData = {
  rows: [
    {
      table: 'notes',
      by: ['user_id'],
      without: ['search'],
      erasure: { verb: (ctx, { id }) => eraseUserNotes(ctx, id) },
    },
  ],
  mentions: {},
}
