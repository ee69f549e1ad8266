/**
 * `npm run faults`: kills web, worker and Postgres under load, stops the database, restarts processes one after
 * the other, and counts lost, duplicated and wrong results. Exits with 1 if there are any. `-- --only NAME` runs
 * one scenario; `-- --rounds N` sets the number of kills (20); `-- --orders N` that of the orders of `payments` (2,000);
 * `-- --quick` simulates waiting times by statements.
 */
import { parseArgs } from 'node:util'
import { databaseUnavailable } from './scenarios/database-unavailable.ts'
import { databaseKilled } from './scenarios/database-killed.ts'
import type { FaultRunOptions, FaultRunResult } from './check-results.ts'
import { lockWaits } from './scenarios/lock-waits.ts'
import { payments } from './scenarios/payments.ts'
import { paymentsKilled } from './scenarios/payments-killed.ts'
import { rollingRestartBehindCaddy } from './scenarios/rolling-restart.ts'
import { tlsInFront } from './scenarios/tls.ts'
import { webKilled } from './scenarios/web-killed.ts'
import { workerKilled } from './scenarios/worker-killed.ts'
import { startFaultEnvironment, type FaultEnvironment } from './processes/fault-environment.ts'

const runs: Record<string, (world: FaultEnvironment, how: FaultRunOptions) => Promise<FaultRunResult>> = {
  'web-killed': webKilled,
  'worker-killed': workerKilled,
  'database-killed': databaseKilled,
  'database-away': (world, how) => databaseUnavailable(world, 10, { ...how, rounds: 1 }),
  // Its rounds lock every table of the queue.
  'lock-waits': (world, how) => lockWaits(world, { ...how, rounds: Math.ceil(how.rounds / 5) }),
  'rolling-restart': rollingRestartBehindCaddy,
  tls: tlsInFront,
  payments,
  'payments-killed': paymentsKilled,
}

/** A run ends after this many minutes in any case. */
const maxMinutes = 60

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '20' },
    orders: { type: 'string', default: '2000' },
    quick: { type: 'boolean' },
  },
})
const names = Object.keys(runs).filter((name) => !options.only || name === options.only)
const how: FaultRunOptions = {
  rounds: Number(options.rounds),
  patient: !options.quick,
  orders: Number(options.orders),
}
if (names.length === 0) throw new Error(`--only takes one of ${Object.keys(runs).join(', ')}`)
if (!(how.rounds >= 1)) throw new Error('--rounds takes a number from 1 on')
if (!(how.orders! >= 1)) throw new Error('--orders takes a number from 1 on')

process.on('SIGTERM', () => process.exit(1))
process.on('SIGINT', () => process.exit(1))
const late = setTimeout(() => {
  console.error(`not done after ${maxMinutes} minutes`)
  process.exit(1)
}, maxMinutes * 60_000)

const outcomes: { name: string; outcome: FaultRunResult; seconds: number }[] = []
for (const name of names) {
  console.log(`── ${name}`)
  const started = performance.now()
  const outcome = await runOne(name)
  outcomes.push({ name, outcome, seconds: (performance.now() - started) / 1000 })
  if (outcome.note) console.log(outcome.note)
  for (const what of new Set(outcome.violations)) console.log(`wrong: ${what}`)
}
clearTimeout(late)

console.log(`\n${'run'.padEnd(18)}  rounds  acknowledged  lost  doubled  wrong  seconds`)
for (const { name, outcome, seconds } of outcomes) {
  const { rounds, acknowledged, lost, doubled, violations } = outcome
  const cells = [rounds, acknowledged, lost, doubled, violations.length, seconds.toFixed(0)]
  const widths = [6, 12, 4, 7, 5, 7]
  const row = cells.map((cell, column) => String(cell).padStart(widths[column]!)).join('  ')
  console.log(`${isGood(outcome) ? '✓' : '✗'} ${name.padEnd(16)}  ${row}`)
}
process.exit(outcomes.every(({ outcome }) => isGood(outcome)) ? 0 : 1)

async function runOne(name: string): Promise<FaultRunResult> {
  try {
    const world = await startFaultEnvironment()
    try {
      return await runs[name]!(world, how)
    } finally {
      await world.close()
    }
  } catch (error) {
    const violations = [error instanceof Error ? (error.stack ?? error.message) : String(error)]
    return { rounds: how.rounds, acknowledged: 0, lost: 0, doubled: 0, violations, note: '' }
  }
}

function isGood({ acknowledged, lost, doubled, violations }: FaultRunResult) {
  return acknowledged > 0 && lost + doubled + violations.length === 0
}
