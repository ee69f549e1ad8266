import { setTimeout as sleep } from 'node:timers/promises'
import { judgeWrites, othersOf, settleWrites, type How, type Outcome } from '../check-results.ts'
import { until } from '../processes/wait-until.ts'
import type { Web, World } from '../processes/world.ts'
import { acknowledged, openLedger, startWriters } from '../writers.ts'

/** kill -9 of the web process under writes: what was acknowledged is there, and what was sent again is there once. */
export async function webKilled(world: World, how: How): Promise<Outcome> {
  const ledger = openLedger()
  let web: Web | null = await world.startWeb()
  const stop = startWriters({ ledger, story: world.story, origin: () => web?.origin ?? null })
  for (let round = 0; round < how.rounds; round++) {
    const before = acknowledged(ledger).length
    await until('writes', 60_000, () => acknowledged(ledger).length >= before + 10)
    await sleep(Math.random() * 200)
    const { child } = web
    await child.kill()
    web = null
    web = await world.startWeb()
  }
  await stop()
  await settleWrites(world, web.origin, ledger, how)
  const judged = await judgeWrites(world, ledger, { mails: false })
  await web.child.stop()
  return { rounds: how.rounds, ...judged, note: othersOf(ledger) }
}
