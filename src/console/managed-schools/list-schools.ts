import { sql, type Selectable } from 'kysely'
import { flaggedCreationDate, isFlagged, type PlanName } from '#plans/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { SchoolDirectory } from '#platform/database/database-types.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { schoolOrigin } from '#schools/index.ts'
import type * as contract from '../contract.ts'

export async function listSchools(
  { tx, config }: Ctx,
  { search = '', plan_name, flagged, root_domain, limit, cursor }: Input<typeof contract.listSchools>,
): Promise<Reply<typeof contract.listSchools>> {
  let schools = tx.selectFrom('school_directory').selectAll()
  for (const word of search.split(/\s+/).filter(Boolean).slice(0, 6))
    // Must equal the expression of the index `school_directory_any_words`.
    schools = schools.where(
      sql<boolean>`fold_text(name || ' ' || school_url) like '%' || fold_text(${escapeLike(word)}) || '%'`,
    )
  if (plan_name) schools = schools.where('plan_name', '=', plan_name)
  // The second condition uses the index `school_directory_of_reseller`.
  if (root_domain) schools = schools.where('root_domain', '=', root_domain).where('root_domain', '<>', '')
  // Must equal the condition of the index `school_directory_free`.
  const free = sql<boolean>`plan_name = 'free' and not has_reseller`
  if (flagged === true) schools = schools.where(free).where('created_at', '>', flaggedCreationDate)
  if (flagged === false)
    schools = schools.where(sql<boolean>`not (${free} and created_at > ${flaggedCreationDate})`)
  const page = await paginateByKeyset(schools, {
    by: ['created_at', 'school_id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at.toISOString(), row.school_id],
  })
  return { ...page, data: page.data.map((row) => directoryEntryView(config, row)) }
}

/** A word for `like`. */
export const escapeLike = (word: string) => word.replaceAll(/[\\%_]/g, '\\$&')

/** Converts a row of the school directory. */
export function directoryEntryView(config: Config, row: Selectable<SchoolDirectory>) {
  const { school_id, school_url, name, country, is_listed, created_at } = row
  // A check constraint of `schools` limits it to these names.
  const plan_name = row.plan_name as PlanName
  const url = schoolOrigin(config, {
    school_url,
    custom_domain: null,
    answering_root: row.root_domain || null,
  })
  return {
    school_id,
    school_url,
    url,
    name,
    country,
    plan_name,
    is_flagged: isFlagged(row),
    is_listed,
    created_at,
  }
}
