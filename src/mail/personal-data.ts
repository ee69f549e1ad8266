import type { PersonalData } from '#tenancy/context/personal-data.ts'
import { erasePersonFromMails } from './erase-person-from-mails.ts'

/** The page of a mail says the same as its text. */
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
