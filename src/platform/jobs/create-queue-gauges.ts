import { queueTables } from './queue-tables.ts'
import type pg from 'pg'
import type { Gauge } from '../telemetry/telemetry.ts'

interface Queue {
  waiting: number
  parked: number
  oldest: number
  mail: number
}

/** Milliseconds for which a query serves several gauges. */
const together = 1_000

/** Gauges of the job queue. `pool` is the owner's. */
export function createQueueGauges(pool: pg.Pool): Gauge[] {
  let last: Promise<Queue> | undefined
  const look = () => {
    last ??= lookAtQueue(pool).finally(() => {
      setTimeout(() => {
        last = undefined
      }, together).unref()
    })
    return last
  }
  const gauge = (name: string, unit: string, key: keyof Queue): Gauge => ({
    name,
    unit,
    read: async () => (await look())[key],
  })
  return [
    gauge('lyceum.jobs.waiting', '{job}', 'waiting'),
    gauge('lyceum.jobs.parked', '{job}', 'parked'),
    gauge('lyceum.jobs.oldest_age', 's', 'oldest'),
    gauge('lyceum.mail.oldest_age', 's', 'mail'),
  ]
}

/** A mail waits in the outbox exactly as long as its job is queued. */
async function lookAtQueue(pool: pg.Pool): Promise<Queue> {
  const { rows } = await pool.query<Queue>(
    `select count(*) filter (where due)::int as waiting, count(*) filter (where not due and attempts >= max_attempts)::int as parked,
      coalesce(extract(epoch from now() - min(run_at) filter (where due)), 0)::float as oldest,
      coalesce(extract(epoch from now() - min(created_at) filter (where attempts < max_attempts and identifier = 'deliverMail')), 0)::float as mail
    from (select j.*, t.identifier, j.attempts < j.max_attempts and j.run_at <= now() as due
      from ${queueTables.jobs} j join ${queueTables.tasks} t on t.id = j.task_id) jobs`,
  )
  return rows[0]!
}
