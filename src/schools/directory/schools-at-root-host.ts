import { originFor } from '#platform/config/config.ts'
import type { RequestContext } from '#tenancy/context/request-context.ts'

export interface SchoolLink {
  school_id: string
  name: string
  url: string
}

/** Returns those of the given schools that belong to this root, with their addresses, by name. */
export async function schoolsAtRootHost(
  { db, config, brand }: Pick<RequestContext, 'db' | 'config' | 'brand'>,
  ids: string[],
): Promise<SchoolLink[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('school_directory')
    .where('school_id', 'in', ids)
    .where('root_domain', '=', brand.key)
    .select(['school_id', 'school_url', 'name'])
    .orderBy('name')
    .orderBy('school_id')
    .execute()
  return rows.map(({ school_id, school_url, name }) => ({
    school_id,
    name,
    url: originFor(config, `${school_url}.${brand.domain}`),
  }))
}
