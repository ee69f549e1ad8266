import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { auditJobAction, type AffectedJob } from './retry-parked-jobs.ts'

export async function deleteParkedJobs(
  ctx: Ctx,
  { ids, reason }: Input<typeof contract.deleteParkedJobs>,
): Promise<Reply<typeof contract.deleteParkedJobs>> {
  const { rows } = await sql<AffectedJob>`select * from delete_parked_jobs(${ids}::bigint[])`.execute(ctx.tx)
  await auditJobAction(ctx, rows, { action: 'job.deleted', reason })
  return { count: rows.length }
}
