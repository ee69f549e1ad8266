import type { Tx } from '#platform/database/database.server.ts'

/**
 * The active custom domain of a school; null if its sub-domain is canonical. Sub-domains are stored as one label,
 * so a host with a dot is a domain.
 */
export async function activeCustomDomain({
  tx,
  school_id,
}: {
  tx: Tx
  school_id: string
}): Promise<string | null> {
  const row = await tx
    .selectFrom('school_hosts')
    .where('school_id', '=', school_id)
    .where('host', 'like', '%.%')
    .where('is_primary', '=', true)
    .select('host')
    .executeTakeFirst()
  return row?.host ?? null
}
