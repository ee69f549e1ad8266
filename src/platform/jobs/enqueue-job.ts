import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../database/database.server.ts'
import type { EnqueueOptions } from './job-handle.ts'
import { inEnqueueSpan } from './job-spans.ts'

/**
 * Number of lanes per tenant: its jobs never use more workers at once. The database prefixes lane and job key
 * with the tenant of the transaction.
 */
const lanes = 2

/** The queue runs the lowest number first, then the oldest due job. */
const priorities = { soon: -10, usual: 0, late: 10 }

interface QueuedJob extends EnqueueOptions {
  job: { name: string }
  payload: object
}

/** Enqueues a job that starts only if `tx` commits. It is tried five times. */
export async function enqueueJob(tx: Tx, { job, payload, run_at, job_key, priority }: QueuedJob) {
  const body = JSON.stringify(payload)
  const lane = createHash('md5').update(body).digest().readUInt8() % lanes
  await inEnqueueSpan(job.name, (traceparent) => {
    const stored = traceparent ? JSON.stringify({ ...payload, traceparent }) : body
    return sql`select enqueue_job(${job.name}, ${stored}::json, ${String(lane)}, ${run_at ?? null}::timestamptz,
      5, ${job_key ?? null}, ${priorities[priority ?? 'usual']})`.execute(tx)
  })
}
