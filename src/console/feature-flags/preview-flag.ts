import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Tx } from '#platform/database/database.server.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { maxCounted } from '../shapes.ts'

type Draft = Input<typeof contract.previewFlag>

export async function previewFlag(
  { tx }: Ctx,
  { limit, cursor, ...draft }: Draft,
): Promise<Reply<typeof contract.previewFlag>> {
  const on = switchedOn(tx, draft)
  const page = await paginateByKeyset(on.select(['school_id', 'school_url', 'name', 'created_at']), {
    by: ['created_at', 'school_id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at.toISOString(), row.school_id],
  })
  return {
    ...page,
    on_count: await counted(tx, on.select('school_id').limit(maxCounted)),
    schools_count: await counted(tx, tx.selectFrom('school_directory').select('school_id').limit(maxCounted)),
  }
}

/** The rule of `isOn` in SQL; a test compares the two. */
function switchedOn(tx: Tx, { name, is_on_for_all, school_urls, share_percent }: Draft) {
  const schools = tx.selectFrom('school_directory')
  if (is_on_for_all) return schools
  const inShare = sql<boolean>`flag_bucket(${name}, school_id) < ${share_percent * 100}`
  return schools.where((eb) =>
    school_urls.length > 0 ? eb.or([eb('school_url', 'in', school_urls), inShare]) : inShare,
  )
}

type Ids = ReturnType<ReturnType<typeof switchedOn>['select']>

async function counted(tx: Tx, rows: Ids) {
  const { count } = await tx
    .selectFrom(rows.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
