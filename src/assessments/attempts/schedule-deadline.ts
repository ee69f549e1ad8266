import type { Ctx } from '#tenancy/context/request-context.ts'
import { submitDueAttemptsJob } from '../job-handles.ts'
import { graceMs } from './attempt-state.ts'

const bucketMs = 10_000

/** Schedules the submission of attempts at a deadline: one job for each assessment and ten seconds. */
export async function scheduleDeadline(ctx: Ctx, assessment_id: string, deadline_at: Date | null) {
  if (!deadline_at) return
  const bucket = Math.floor((deadline_at.getTime() + graceMs) / bucketMs) + 1
  const run_at = new Date(bucket * bucketMs)
  await ctx.enqueue(
    submitDueAttemptsJob,
    { assessment_id, at: run_at.toISOString() },
    { run_at, job_key: `attempts/${assessment_id}/${bucket}`, priority: 'soon' },
  )
}
