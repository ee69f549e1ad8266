import { setTimeout as sleep } from 'node:timers/promises'
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

/** Kills Postgres under writes and jobs, which web and worker survive. */
export async function databaseKilled(world: FaultEnvironment, how: FaultRunOptions): Promise<FaultRunResult> {
  const ledger = createWriteLedger()
  const [web, worker] = await Promise.all([world.startWeb(), world.startWorker()])
  const behind = hasPendingMails(ledger, () => world.mailbox.letters.length)
  const origin = () => (behind() ? null : web.origin)
  const stop = startWriters({ ledger, fixture: world.fixture, origin })
  for (let round = 0; round < how.rounds; round++) {
    const before = acknowledgedWrites(ledger).length
    await waitUntil('writes', 60_000, () => acknowledgedWrites(ledger).length >= before + 10)
    await sleep(Math.random() * 200)
    await world.database.kill()
  }
  const before = acknowledgedWrites(ledger).length
  await waitUntil('writes', 60_000, () => acknowledgedWrites(ledger).length >= before + 10)
  await stop()
  await checkWrites(world, ledger, { origin: web.origin, ...how })
  await checkJobs(world, how)
  const checks = await judgeWrites(world, ledger, { mails: true })
  for (const [name, child] of [
    ['web', web.child],
    ['worker', worker],
  ] as const) {
    const end = await child.stop()
    if (end !== 0) checks.violations.push(`the ${name} process ended with ${end}`)
  }
  return { rounds: how.rounds, ...checks, note: unexpectedAnswers(ledger) }
}
