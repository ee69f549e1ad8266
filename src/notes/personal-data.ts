import type { PersonalData } from '#tenancy/context/personal-data.ts'
import { eraseUserNotes } from './erase-notes.ts'

export const personalData: PersonalData = {
  rows: [
    {
      table: 'notes',
      personColumns: ['user_id'],
      without: ['search'],
      erasure: { verb: (ctx, { id }) => eraseUserNotes(ctx, id) },
    },
  ],
  mentions: {},
}
