import type { PersonalData } from '#tenancy/context/personal-data.ts'
import { erasePersonFromMails } from './erase-person-from-mails.ts'

/** Only the text is exported: the HTML has the same content. */
export const personalData: PersonalData = {
  rows: [
    {
      table: 'mail_outbox',
      by: ['user_id'],
      address: 'recipient',
      without: ['html'],
      erasure: { verb: erasePersonFromMails },
    },
  ],
  mentions: {},
}
