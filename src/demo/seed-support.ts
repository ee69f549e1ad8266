import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.server.ts'
import { hashPassword } from '#platform/security/passwords.ts'
import { demoId } from './ids.ts'
import { demoPassword, demoSupportLogins } from './logins.ts'

/** Creates the missing support accounts of the platform. */
export async function seedSupport({ config, db }: { config: Config; db: Database }) {
  const people = demoSupportLogins(config)
  if (people.length === 0) return
  const password_hash = await hashPassword(demoPassword)
  await db
    .insertInto('accounts')
    .values(
      people.map(({ name, email }) => ({
        id: demoId('support', email),
        name,
        email,
        password_hash,
        email_verified_at: new Date(),
      })),
    )
    .onConflict((oc) => oc.doNothing())
    .execute()
}
