import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

interface Recipient {
  user_id: string
  /** Normalised address. */
  recipient: string
}

/** Deletes the stored mails to an account, at any address it had. */
export const deleteMailsTo = ({ tx, school_id }: Ctx, { user_id, recipient }: Recipient) =>
  tx
    .deleteFrom('mail_outbox')
    .where('school_id', '=', school_id)
    .where((eb) => eb.or([eb('user_id', '=', user_id), eb('recipient', '=', recipient)]))
    .execute()

/** Deletes the stored mails to a person, and mails to others that contain the address. */
export const erasePersonFromMails = ({ tx, school_id }: Ctx, { id, email }: { id: string; email: string }) =>
  tx
    .deleteFrom('mail_outbox')
    .where('school_id', '=', school_id)
    .where((eb) =>
      eb.or([
        eb('user_id', '=', id),
        eb(sql<string>`lower(recipient)`, '=', email),
        sql<boolean>`position(${email} in text) > 0`,
      ]),
    )
    .execute()
