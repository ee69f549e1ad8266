import type pg from 'pg'
import { newId } from '#platform/security/tokens.ts'
import { UsageError } from '../command.ts'
import type { ArchiveManifest } from './format.ts'

/**
 * Root domain of the reseller of an archive's rows; empty for the platform. Fails if that root does not exist
 * here.
 */
export async function findResellerRoot(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ root: string | null; reseller_exists: boolean }>(
    `select s.whitelabel_referrer_root_domain as root, r.id is not null as reseller_exists
     from pg_temp.stage_schools s left join resellers r on r.root_domain = s.whitelabel_referrer_root_domain`,
  )
  const { root = null, reseller_exists = true } = rows[0] ?? {}
  if (root !== null && !reseller_exists)
    throw new UsageError(
      `The school belongs to the reseller of ${root}, which does not exist here. Create the reseller first.`,
    )
  return root ?? ''
}

/**
 * Links the owners' accounts: accounts with the same address and root stay unchanged, others are created with
 * their password hashes.
 */
export async function importOwners(client: pg.Client, root: string, owners: ArchiveManifest['owners']) {
  const changed: [before: string, now: string][] = []
  const ids: string[] = []
  for (const { id, email, name, password_hash, country } of owners) {
    const { rows } = await client.query<{ id: string; email: string; root_domain: string }>(
      `select id, email, root_domain from accounts
       where (root_domain = $3 and email = $1) or id = $2 order by email = $1 desc`,
      [email, id, root],
    )
    const same = rows.find((row) => row.email === email && row.root_domain === root)
    const now = same?.id ?? (rows.length > 0 ? newId() : id)
    if (!same)
      await client.query(
        'insert into accounts (id, root_domain, email, name, password_hash, country) values ($1, $2, $3, $4, $5, $6)',
        [now, root, email, name, password_hash, country],
      )
    if (now !== id) changed.push([id, now])
    ids.push(now)
  }
  return { ids, changed }
}
