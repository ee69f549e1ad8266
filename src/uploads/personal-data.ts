import type { PersonalData } from '#tenancy/context/personal-data.ts'
import { discardFilesOfPerson } from './lifecycle/discard-files-of-person.ts'

export const personalData: PersonalData = {
  rows: [
    {
      table: 'uploads',
      personColumns: ['owner_id'],
      without: ['object_key'],
      erasure: { verb: (ctx, { id }) => discardFilesOfPerson(ctx, id) },
    },
    {
      table: 'upload_usage',
      personColumns: ['quota_owner_id'],
      erasure: { stays: 'A count of bytes, which goes down as the files are removed.' },
    },
  ],
  mentions: {},
}
