import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'

export async function retryParkedJobs(
  ctx: Ctx,
  { ids }: Input<typeof contract.retryParkedJobs>,
): Promise<Reply<typeof contract.retryParkedJobs>> {
  const { rows } = await sql<AffectedJob>`select * from retry_parked_jobs(${ids}::bigint[])`.execute(ctx.tx)
  await auditJobAction(ctx, rows, { action: 'job.retried' })
  return { count: rows.length }
}

export interface AffectedJob {
  id: number
  task: string
  school_id: string | null
}

/**
 * One entry per job, so that it is found by school. The school's own log has no entry, because nothing changed
 * there.
 */
export async function auditJobAction(
  ctx: Ctx,
  jobs: AffectedJob[],
  { action, ...details }: { action: string; reason?: string },
) {
  for (const { id, task, school_id } of jobs) {
    const of = school_id === null || school_id === PLATFORM_ID ? {} : { school_id }
    await ctx.audit(action, ['job', String(id)], { task, ...of, ...details })
  }
}
