import { queueTables } from '#platform/jobs/queue-tables.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  judgeWrites,
  unexpectedAnswers,
  checkJobs,
  checkWrites,
  type FaultRunOptions,
  type FaultRunResult,
} from '../check-results.ts'
import { waitUntil } from '../processes/wait-until.ts'
import type { FaultEnvironment } from '../processes/fault-environment.ts'
import { acknowledgedWrites, hasPendingMails, createWriteLedger, startWriters } from '../writers.ts'

/** Maximum milliseconds that a worker's statement waits for a lock in this run; 15 s in operation. */
const workerPatience = 300

const tables = [
  queueTables.jobs,
  queueTables.lanes,
  queueTables.tasks,
  queueTables.crontabs,
  'worker_heartbeats',
]

/** Locks each table of the queue's statements in turn, for longer than they may wait. */
export async function lockWaits(world: FaultEnvironment, how: FaultRunOptions): Promise<FaultRunResult> {
  const ledger = createWriteLedger()
  const timeoutMs = `-c lock_timeout=${workerPatience}ms`
  const [web, worker] = await Promise.all([
    world.startWeb(),
    world.startWorker({ DATABASE_URL: withOptions(world.url, timeoutMs) }),
  ])
  const behind = hasPendingMails(ledger, () => world.mailbox.letters.length)
  const origin = () => (behind() ? null : web.origin)
  const stop = startWriters({ ledger, fixture: world.fixture, origin, kinds: ['invitation'] })
  let waits = 0
  for (let round = 0; round < how.rounds; round++)
    for (const table of tables) {
      const before = world.mailbox.letters.length
      await waitUntil('mails', 60_000, () => world.mailbox.letters.length >= before + 2)
      waits += await lockOnce(world.url, table, workerPatience * (2 + Math.random() * 4))
    }
  const before = acknowledgedWrites(ledger).length
  await waitUntil('writes', 60_000, () => acknowledgedWrites(ledger).length >= before + 10)
  await stop()
  await checkWrites(world, ledger, { origin: web.origin, ...how })
  await checkJobs(world, how)
  const checks = await judgeWrites(world, ledger, { mails: true })
  if (waits === 0) checks.violations.push('no statement waited for a lock')
  for (const [name, child] of [
    ['web', web.child],
    ['worker', worker],
  ] as const) {
    const end = await child.stop()
    if (end !== 0) checks.violations.push(`the ${name} process ended with ${end}`)
    if (child.lines.some((line) => line.includes('nobody')))
      checks.violations.push(`the ${name} process left an error to nobody`)
  }
  return {
    rounds: how.rounds * tables.length,
    ...checks,
    note: `${waits} statements waited. ${unexpectedAnswers(ledger)}`,
  }
}

/** Locks the table for a while; returns the number of waiting statements at the end. */
async function lockOnce(url: string, table: string, milliseconds: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`lock table ${table} in access exclusive mode`)
    await sleep(milliseconds)
    const { rows } = await client.query<{ waits: number }>(
      `select count(*)::int as waits from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    await client.query('commit')
    return rows[0]!.waits
  } finally {
    await client.end()
  }
}

function withOptions(url: string, options: string) {
  const changed = new URL(url)
  changed.searchParams.set('options', options)
  return changed.href
}
