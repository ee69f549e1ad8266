import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { judgeWrites, othersOf, settleJobs, settleWrites, type How, type Outcome } from '../check-results.ts'
import { until } from '../processes/wait-until.ts'
import type { World } from '../processes/world.ts'
import { acknowledged, isBehind, openLedger, startWriters } from '../writers.ts'

/** Milliseconds that a statement of the worker may wait for a lock in this run; in operation it is 15 s. */
const workerPatience = 300

const tables = [
  'graphile_worker._private_jobs',
  'graphile_worker._private_job_queues',
  'graphile_worker._private_tasks',
  'graphile_worker._private_known_crontabs',
  'worker_heartbeats',
]

/** Each table that the queue's statements read or write is locked in turn, for longer than they may wait for it. */
export async function lockWaits(world: World, how: How): Promise<Outcome> {
  const ledger = openLedger()
  const patience = `-c lock_timeout=${workerPatience}ms`
  const [web, worker] = await Promise.all([
    world.startWeb(),
    world.startWorker({ DATABASE_URL: withOptions(world.url, patience) }),
  ])
  const behind = isBehind(ledger, () => world.mailbox.letters.length)
  const origin = () => (behind() ? null : web.origin)
  const stop = startWriters({ ledger, story: world.story, origin, kinds: ['invitation'] })
  let waits = 0
  for (let round = 0; round < how.rounds; round++)
    for (const table of tables) {
      const before = world.mailbox.letters.length
      await until('mails', 60_000, () => world.mailbox.letters.length >= before + 2)
      waits += await lockOnce(world.url, table, workerPatience * (2 + Math.random() * 4))
    }
  const before = acknowledged(ledger).length
  await until('writes', 60_000, () => acknowledged(ledger).length >= before + 10)
  await stop()
  await settleWrites(world, web.origin, ledger, how)
  await settleJobs(world, how)
  const judged = await judgeWrites(world, ledger, { mails: true })
  if (waits === 0) judged.wrong.push('no statement waited for a lock')
  for (const [name, child] of [
    ['web', web.child],
    ['worker', worker],
  ] as const) {
    const end = await child.stop()
    if (end !== 0) judged.wrong.push(`the ${name} process ended with ${end}`)
    if (child.lines.some((line) => line.includes('nobody')))
      judged.wrong.push(`the ${name} process left an error to nobody`)
  }
  return {
    rounds: how.rounds * tables.length,
    ...judged,
    note: `${waits} statements waited. ${othersOf(ledger)}`,
  }
}

/** Holds the table for a while; returns how many statements waited for it at the end. */
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
