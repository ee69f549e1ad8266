import { queueTables } from '#platform/jobs/queue-tables.ts'
import type pg from 'pg'

export interface ParkedJob {
  id: string
  name: string
  school_id: string | null
  payload: unknown
  last_error: string | null
  attempts: number
  parked_at: Date
}

/** Lists jobs that failed as often as allowed, newest first. `pool` is the owner's. */
export async function listParkedJobs(pool: Pick<pg.Pool, 'query'>, limit = 100): Promise<ParkedJob[]> {
  const { rows } = await pool.query<ParkedJob>(
    `select jobs.id::text as id, tasks.identifier as name, payload ->> 'school_id' as school_id, payload, last_error,
      attempts::int as attempts, jobs.updated_at as parked_at
    from ${queueTables.jobs} jobs join ${queueTables.tasks} tasks on tasks.id = jobs.task_id
    where attempts >= max_attempts and locked_at is null
    order by jobs.updated_at desc, jobs.id desc limit $1`,
    [limit],
  )
  return rows
}
