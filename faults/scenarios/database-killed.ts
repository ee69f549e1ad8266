import { setTimeout as sleep } from 'node:timers/promises'
import { judgeWrites, othersOf, settleJobs, settleWrites, type How, type Outcome } from '../check-results.ts'
import { until } from '../processes/wait-until.ts'
import type { World } from '../processes/world.ts'
import { acknowledged, isBehind, openLedger, startWriters } from '../writers.ts'

/** kill -9 of Postgres under writes and jobs, which the processes in front of it outlive. */
export async function databaseKilled(world: World, how: How): Promise<Outcome> {
  const ledger = openLedger()
  const [web, worker] = await Promise.all([world.startWeb(), world.startWorker()])
  const behind = isBehind(ledger, () => world.mailbox.letters.length)
  const origin = () => (behind() ? null : web.origin)
  const stop = startWriters({ ledger, story: world.story, origin })
  for (let round = 0; round < how.rounds; round++) {
    const before = acknowledged(ledger).length
    await until('writes', 60_000, () => acknowledged(ledger).length >= before + 10)
    await sleep(Math.random() * 200)
    await world.database.kill()
  }
  const before = acknowledged(ledger).length
  await until('writes', 60_000, () => acknowledged(ledger).length >= before + 10)
  await stop()
  await settleWrites(world, web.origin, ledger, how)
  await settleJobs(world, how)
  const judged = await judgeWrites(world, ledger, { mails: true })
  for (const [name, child] of [
    ['web', web.child],
    ['worker', worker],
  ] as const) {
    const end = await child.stop()
    if (end !== 0) judged.wrong.push(`the ${name} process ended with ${end}`)
  }
  return { rounds: how.rounds, ...judged, note: othersOf(ledger) }
}
