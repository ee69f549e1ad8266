import { sql } from 'kysely'
import type { Ctx } from '#platform/context.ts'

/** The copies of mails to somebody, and of those to others that name the address, such as “a teacher waits”. */
export const forgetInMails = ({ tx, school_id }: Ctx, { id, email }: { id: string; email: string }) =>
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
