import type { Surroundings } from '#platform/context.ts'
import { schoolOrigin } from './profile.ts'

export interface SchoolAtRoot {
  school_id: string
  name: string
  url: string
}

/** Which of these schools live at this root, with their addresses, by name. Every school lives at the platform's own. */
export async function schoolsAtRoot(
  { db, config }: Pick<Surroundings, 'db' | 'config'>,
  ids: string[],
): Promise<SchoolAtRoot[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('school_directory')
    .where('school_id', 'in', ids)
    .select(['school_id', 'school_url', 'name'])
    .orderBy('name')
    .orderBy('school_id')
    .execute()
  return rows.map(({ school_id, school_url, name }) => ({
    school_id,
    name,
    url: schoolOrigin(config, { school_url }),
  }))
}
