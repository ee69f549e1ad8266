import { queueTables } from './queue-tables.ts'
import type pg from 'pg'

export interface HeartbeatTimes {
  /** Milliseconds between two signs of life. */
  beat: number
  /** Milliseconds of silence after which a worker counts as dead. */
  silence: number
}

/** A dead worker's jobs are free again after at most 45 s. */
export const defaultHeartbeatTimes: HeartbeatTimes = { beat: 10_000, silence: 30_000 }

export interface LostJob {
  id: string
  task: string
  school_id: string | null
  attempts: number
  parked: boolean
}

/** Says that `worker_id` lives. */
export async function recordHeartbeat(pool: pg.Pool, worker_id: string) {
  await pool.query(
    `insert into worker_heartbeats (worker_id) values ($1) on conflict (worker_id) do update set last_seen_at = now()`,
    [worker_id],
  )
}

export async function endHeartbeat(pool: pg.Pool, worker_id: string) {
  await pool.query('delete from worker_heartbeats where worker_id = $1', [worker_id])
}

const endedOnce = 'The worker that ran it ended'
const endedTwice = 'Two workers in a row ended while they ran it'

/** Queued for a job that was parked because of its crashes, if its definition has a `parked` of its own. */
export const reportParkedTask = 'reportParkedJob'

/**
 * Frees the jobs of workers that have gone silent, and answers them. The queue itself waits four hours.
 * Only one caller frees a job; a worker that was merely slow may run it a second time, which jobs must bear anyway.
 *
 * A job whose worker ended twice in a row is parked: it may be what ends them. Jobs that were lost together are freed
 * seconds apart, so that those which merely ran beside it are done before it runs again. For the tasks in `reported`
 * the same statement queues a report.
 */
export async function releaseLostJobs(
  pool: pg.Pool,
  { silence: silenceTimeoutMs }: HeartbeatTimes,
  reported: string[] = [],
): Promise<LostJob[]> {
  await pool.query(`delete from worker_heartbeats where last_seen_at < now() - $1 * interval '1 ms'`, [
    silenceTimeoutMs,
  ])
  // The lock's own age counts too: a worker that is just starting takes its first job before its first sign of life.
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
    select freed.id::text as id, tasks.identifier as task, payload ->> 'school_id' as school_id, attempts::int as attempts,
      attempts >= max_attempts as parked,
      case when last_error = $3 and tasks.identifier = any($4::text[]) then (graphile_worker.add_job($5, json_build_object(
        'school_id', payload ->> 'school_id', 'task', tasks.identifier, 'payload', payload),
        max_attempts => 5, job_key => $5 || '/' || freed.id)).id end as report_id
    from freed join ${queueTables.tasks} tasks on tasks.id = freed.task_id`,
    [silenceTimeoutMs, endedOnce, endedTwice, reported, reportParkedTask],
  )
  return rows
}

/** Locks that stand in the names of living workers. */
export interface HeldLocks {
  jobs: string[]
  lanes: string[]
}

/**
 * Locks of these workers whose jobs none of them runs: the database gave the job out, or took its end, as the connection
 * broke. Looked at once, one may be just beginning or ending.
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

/** Frees locks that these workers hold for nothing; a job among them is tried again. */
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
 * Removes the lanes of schools that have no jobs waiting: each look for a job reads all lanes.
 * Whoever enqueues holds a lock on the lanes until commit, so with this one no lane goes while a job enters it.
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
    // Somebody is enqueuing in a long transaction: the next round will do.
    if ((error as { code?: string }).code !== '55P03') throw error
  } finally {
    client.release()
  }
}
