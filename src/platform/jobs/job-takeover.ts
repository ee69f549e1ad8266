import { queueTables } from './queue-tables.ts'
import type pg from 'pg'

export interface HeartbeatTimes {
  /** Milliseconds between heartbeats. */
  heartbeatMs: number
  /** Milliseconds without heartbeat after which a worker counts as dead. */
  deadAfterMs: number
}

/** A dead worker's jobs are released after at most 45 s. */
export const defaultHeartbeatTimes: HeartbeatTimes = { heartbeatMs: 10_000, deadAfterMs: 30_000 }

export interface LostJob {
  id: string
  task: string
  owner_id: string | null
  attempts: number
  parked: boolean
}

interface LostJobReports {
  /** The field of a job's payload that names its owner. */
  ownerField: string
  /** Tasks whose parked jobs are reported. */
  reported?: string[]
}

/** Records a worker's heartbeat. */
export async function recordHeartbeat(pool: pg.Pool, worker_id: string) {
  await pool.query(
    `insert into worker_heartbeats (worker_id) values ($1) on conflict (worker_id) do update set last_seen_at = now()`,
    [worker_id],
  )
}

/** Deletes the heartbeat of a worker that shuts down. */
export async function endHeartbeat(pool: pg.Pool, worker_id: string) {
  await pool.query('delete from worker_heartbeats where worker_id = $1', [worker_id])
}

const endedOnce = 'The worker that ran it ended'
const endedTwice = 'Two workers in a row ended while they ran it'

/** Enqueued for a job that was parked after crashes, if its definition has `parked`. */
export const reportParkedTask = 'reportParkedJob'

/**
 * Releases the jobs of dead workers and returns them. The queue itself would wait four hours.
 * Only one caller releases a job; a slow worker may still run it, so jobs must be safe to repeat.
 *
 * A job whose worker died twice in a row is parked: it may be the cause. Jobs that were lost together are
 * released seconds apart, so that unrelated ones finish before it runs again. For the tasks in `reported` the
 * same statement enqueues a report, which names the same owner as the job.
 */
export async function releaseLostJobs(
  pool: pg.Pool,
  { deadAfterMs: silenceTimeoutMs }: HeartbeatTimes,
  { ownerField, reported = [] }: LostJobReports,
): Promise<LostJob[]> {
  await pool.query(`delete from worker_heartbeats where last_seen_at < now() - $1 * interval '1 ms'`, [
    silenceTimeoutMs,
  ])
  // The age of the lock counts too: a starting worker takes its first job before its first heartbeat.
  const lost = `locked_by is not null and locked_at < now() - $1 * interval '1 ms'
    and locked_by not in (select worker_id from worker_heartbeats)`
  const { rows } = await pool.query<LostJob>(
    `with freed_queues as (
      update ${queueTables.lanes} set locked_by = null, locked_at = null where ${lost}
    ), lost as (
      select id as lost_id, row_number() over (order by locked_at, id) - 1 as place
      from ${queueTables.jobs} where ${lost}
    ), freed as (
      update ${queueTables.jobs} jobs set locked_by = null, locked_at = null,
        run_at = greatest(run_at, now() + least(place, 12) * interval '5 s'),
        attempts = case when last_error in ($2, $3) then max_attempts else attempts end,
        last_error = case when last_error in ($2, $3) then $3 else $2 end
      from lost where id = lost_id and ${lost}
      returning id, task_id, payload, attempts, max_attempts, last_error
    )
    select freed.id::text as id, tasks.identifier as task, payload ->> $6 as owner_id, attempts::int as attempts,
      attempts >= max_attempts as parked,
      case when last_error = $3 and tasks.identifier = any($4::text[]) then (graphile_worker.add_job($5, json_build_object(
        $6::text, payload ->> $6, 'task', tasks.identifier, 'payload', payload),
        max_attempts => 5, job_key => $5 || '/' || freed.id)).id end as report_id
    from freed join ${queueTables.tasks} tasks on tasks.id = freed.task_id`,
    [silenceTimeoutMs, endedOnce, endedTwice, reported, reportParkedTask, ownerField],
  )
  return rows
}

/** Locks held by living workers. */
export interface HeldLocks {
  jobs: string[]
  lanes: string[]
}

/**
 * Locks of these workers for jobs that none of them runs: a connection broke while the database assigned or ended
 * the job. A single check may catch a job at its start or end.
 */
export async function findIdleLocks(
  pool: pg.Pool,
  worker_ids: string[],
  running: string[],
): Promise<HeldLocks> {
  const { rows } = await pool.query<HeldLocks>(
    `select array(select id::text from ${queueTables.jobs}
        where locked_by = any($1) and id <> all($2::bigint[])) as jobs,
      array(select id::text from ${queueTables.lanes} q where locked_by = any($1) and not exists (
        select from ${queueTables.jobs} j where j.job_queue_id = q.id and j.locked_by = q.locked_by
          and j.id = any($2::bigint[]))) as lanes`,
    [worker_ids, running],
  )
  return rows[0]!
}

/** Releases locks that these workers hold without running the job; the job is tried again. */
export async function releaseIdleLocks(pool: pg.Pool, worker_ids: string[], { jobs, lanes }: HeldLocks) {
  await pool.query(
    `with freed as (
      update ${queueTables.jobs} set locked_by = null, locked_at = null,
        last_error = 'Its worker lost it' where locked_by = any($1) and id = any($2::bigint[])
    )
    update ${queueTables.lanes} set locked_by = null, locked_at = null
      where locked_by = any($1) and id = any($3::bigint[])`,
    [worker_ids, jobs, lanes],
  )
}

/**
 * Deletes the lanes without waiting jobs, because each query for a job reads all lanes. Enqueueing
 * locks the lanes until commit, so no lane is deleted while a job enters it.
 */
export async function deleteEmptyLanes(pool: pg.Pool) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = '300ms'`)
    await client.query(`lock table ${queueTables.lanes} in share row exclusive mode`)
    await client.query(
      `delete from ${queueTables.lanes} q where locked_by is null
        and not exists (select from ${queueTables.jobs} j where j.job_queue_id = q.id)`,
    )
    await client.query('commit')
  } catch (error) {
    // The pool discards a connection that cannot roll back.
    await client.query('rollback').catch(() => {})
    // A long transaction is enqueuing: the next round deletes them.
    if ((error as { code?: string }).code !== '55P03') throw error
  } finally {
    client.release()
  }
}
