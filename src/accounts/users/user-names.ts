import type { Ctx } from '#tenancy/context/request-context.ts'

/** Names of people of the school by id, removed ones included. */
export async function getUserNames(
  { tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>,
  user_ids: string[],
): Promise<Map<string, string>> {
  if (user_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', 'in', user_ids)
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
