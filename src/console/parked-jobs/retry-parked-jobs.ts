import { sql } from 'kysely'
import { PLATFORM_ID, type Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'

export async function retryParkedJobs(
  ctx: Ctx,
  { ids }: Input<typeof contract.retryParkedJobs>,
): Promise<Reply<typeof contract.retryParkedJobs>> {
  const { rows } = await sql<TouchedJob>`select * from retry_parked_jobs(${ids}::bigint[])`.execute(ctx.tx)
  await auditJobs(ctx, 'job.retried', rows)
  return { count: rows.length }
}

export interface TouchedJob {
  id: number
  task: string
  school_id: string | null
}

/** One entry for each, so that it is found by its school. Nothing is changed in the school: its log has no entry. */
export async function auditJobs(
  ctx: Ctx,
  action: string,
  jobs: TouchedJob[],
  more: { reason?: string } = {},
) {
  for (const { id, task, school_id } of jobs) {
    const of = school_id === null || school_id === PLATFORM_ID ? {} : { school_id }
    await ctx.audit(action, ['job', String(id)], { task, ...of, ...more })
  }
}
