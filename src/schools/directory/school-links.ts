import type { Ctx } from '#tenancy/context/request-context.ts'
import { schoolOrigin } from '../settings/school-profile.ts'

/** Name and address of schools by id, for lists of the platform. Erased schools are missing. */
export async function findSchoolLinks(
  { tx, config }: Pick<Ctx, 'tx' | 'config'>,
  ids: readonly string[],
): Promise<Map<string, { name: string; url: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('school_directory')
    .where('school_id', 'in', [...new Set(ids)])
    .select(['school_id', 'name', 'school_url', 'root_domain'])
    .execute()
  return new Map(
    rows.map(({ school_id, name, school_url, root_domain }) => [
      school_id,
      {
        name,
        url: schoolOrigin(config, { school_url, custom_domain: null, answering_root: root_domain || null }),
      },
    ]),
  )
}
