import type { PersonalData } from '#tenancy/context/personal-data.ts'
import { erasePersonFromMails } from './erase-person-from-mails.ts'

/** Only the text is exported: the HTML has the same content. */
export const personalData: PersonalData = {
  rows: [
    {
      table: 'mail_outbox',
      personColumns: ['user_id'],
      emailColumn: 'recipient',
      without: ['html'],
      erasure: { verb: erasePersonFromMails },
    },
  ],
  mentions: {},
}
