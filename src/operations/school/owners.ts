import type pg from 'pg'
import { newId } from '#platform/tokens.ts'
import type { ArchiveManifest } from './format.ts'

/**
 * The accounts that own the school: those of the same address are the same people and keep what they have here, others are
 * made with the passwords that they had.
 */
export async function adoptOwners(client: pg.Client, owners: ArchiveManifest['owners']) {
  const changed: [before: string, now: string][] = []
  const ids: string[] = []
  for (const { id, email, name, password_hash, country } of owners) {
    const { rows } = await client.query<{ id: string; email: string }>(
      'select id, email from accounts where email = $1 or id = $2 order by email = $1 desc',
      [email, id],
    )
    const same = rows.find((row) => row.email === email)
    const now = same?.id ?? (rows.length > 0 ? newId() : id)
    if (!same)
      await client.query(
        'insert into accounts (id, email, name, password_hash, country) values ($1, $2, $3, $4, $5)',
        [now, email, name, password_hash, country],
      )
    if (now !== id) changed.push([id, now])
    ids.push(now)
  }
  return { ids, changed }
}
