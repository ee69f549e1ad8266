import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { schoolNames } from '../audit/school-names.ts'

interface Parked {
  id: number
  task: string
  school_id: string | null
  last_error: string | null
  attempts: number
  created_at: Date
  parked_at: Date
}

export async function listParkedJobs(
  ctx: Ctx,
  { school_id, task, limit, cursor }: Input<typeof contract.listParkedJobs>,
): Promise<Reply<typeof contract.listParkedJobs>> {
  const parked = sql<Parked>`parked_jobs(${school_id ?? null}::uuid, ${task ?? null}::text)`
  const page = await paginateByKeyset(ctx.tx.selectFrom(parked.as('j')).selectAll(), {
    by: ['parked_at', 'id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.parked_at.toISOString(), row.id],
  })
  const names = await schoolNames(
    ctx,
    page.data.map((row) => row.school_id),
  )
  return {
    ...page,
    data: page.data.map(({ school_id: of, ...row }) => ({
      ...row,
      school: of === null || of === PLATFORM_ID ? null : { school_id: of, name: names.get(of) ?? null },
    })),
  }
}
