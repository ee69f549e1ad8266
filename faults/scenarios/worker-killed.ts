import { setTimeout as sleep } from 'node:timers/promises'
import {
  judgeWrites,
  unexpectedAnswers,
  duplicateMails,
  checkJobs,
  checkWrites,
  type FaultRunOptions,
  type FaultRunResult,
} from '../check-results.ts'
import { waitUntil } from '../processes/wait-until.ts'
import type { FaultEnvironment } from '../processes/fault-environment.ts'
import { hasPendingMails, createWriteLedger, startWriters } from '../writers.ts'

const lanes = 2

/** Kills the worker while it sends mail: each invitation is mailed, and never as two different mails. */
export async function workerKilled(world: FaultEnvironment, how: FaultRunOptions): Promise<FaultRunResult> {
  const ledger = createWriteLedger()
  const { mailbox } = world
  const [web, first] = await Promise.all([world.startWeb(), world.startWorker()])
  let worker = first
  const behind = hasPendingMails(ledger, () => mailbox.letters.length)
  const origin = () => (behind() ? null : web.origin)
  const stop = startWriters({ ledger, fixture: world.fixture, origin, kinds: ['invitation'] })
  for (let round = 0; round < how.rounds; round++) {
    const before = mailbox.letters.length
    await waitUntil('mails', 60_000, () => mailbox.letters.length >= before + 3)
    await sleep(Math.random() * 200)
    await worker.kill()
    worker = await world.startWorker()
  }
  await stop()
  await checkWrites(world, ledger, { origin: web.origin, ...how })
  await checkJobs(world, how)
  const checks = await judgeWrites(world, ledger, { mails: true })
  const repeated = duplicateMails(world, ledger)
  // A kill between the mail server's confirmation and our commit repeats a mail unchanged: at most one per lane
  // of the school.
  if (repeated > how.rounds * lanes) checks.violations.push(`${repeated} mails were repeated`)
  await Promise.all([web.child.stop(), worker.stop()])
  const others = unexpectedAnswers(ledger)
  return { rounds: how.rounds, ...checks, note: `${repeated} mails repeated as they were. ${others}` }
}
