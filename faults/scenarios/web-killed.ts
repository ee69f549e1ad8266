import { setTimeout as sleep } from 'node:timers/promises'
import {
  judgeWrites,
  unexpectedAnswers,
  checkWrites,
  type FaultRunOptions,
  type FaultRunResult,
} from '../check-results.ts'
import { waitUntil } from '../processes/wait-until.ts'
import type { WebProcess, FaultEnvironment } from '../processes/fault-environment.ts'
import { acknowledgedWrites, createWriteLedger, startWriters } from '../writers.ts'

/** Kills the web process under writes: acknowledged writes exist, and repeated ones exist once. */
export async function webKilled(world: FaultEnvironment, how: FaultRunOptions): Promise<FaultRunResult> {
  const ledger = createWriteLedger()
  let web: WebProcess | null = await world.startWeb()
  const stop = startWriters({ ledger, fixture: world.fixture, origin: () => web?.origin ?? null })
  for (let round = 0; round < how.rounds; round++) {
    const before = acknowledgedWrites(ledger).length
    await waitUntil('writes', 60_000, () => acknowledgedWrites(ledger).length >= before + 10)
    await sleep(Math.random() * 200)
    const { child } = web
    await child.kill()
    web = null
    web = await world.startWeb()
  }
  await stop()
  await checkWrites(world, ledger, { origin: web.origin, ...how })
  const checks = await judgeWrites(world, ledger, { mails: false })
  await web.child.stop()
  return { rounds: how.rounds, ...checks, note: unexpectedAnswers(ledger) }
}
