import type { Ctx } from '#tenancy/context/request-context.ts'

/** Names of the schools of a page of rows; deleted schools have none. */
export async function schoolNames({ tx }: Ctx, ids: (string | null)[]) {
  const schoolIds = [...new Set(ids)].filter((id) => id !== null)
  if (schoolIds.length === 0) return new Map<string, string>()
  const rows = await tx
    .selectFrom('school_directory')
    .where('school_id', 'in', schoolIds)
    .select(['school_id', 'name'])
    .execute()
  return new Map(rows.map((row) => [row.school_id, row.name]))
}
