import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

interface Recipient {
  user_id: string
  /** As it is stored. */
  recipient: string
}

/** Deletes the copies of mails to an account, whatever its address was when they were sent. */
export const deleteMailsTo = ({ tx, school_id }: Ctx, { user_id, recipient }: Recipient) =>
  tx
    .deleteFrom('mail_outbox')
    .where('school_id', '=', school_id)
    .where((eb) => eb.or([eb('user_id', '=', user_id), eb('recipient', '=', recipient)]))
    .execute()

/** The copies of mails to somebody, and of those to others that name the address, such as “a teacher waits”. */
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
