import { originOf } from '#platform/config/config.ts'
import type { Surroundings } from '#tenancy/context/request-context.ts'

export interface SchoolAtRoot {
  school_id: string
  name: string
  url: string
}

/** Which of these schools live at this root, with their addresses, by name. */
export async function schoolsAtRoot(
  { db, config, brand }: Pick<Surroundings, 'db' | 'config' | 'brand'>,
  ids: string[],
): Promise<SchoolAtRoot[]> {
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
    url: originOf(config, `${school_url}.${brand.domain}`),
  }))
}
