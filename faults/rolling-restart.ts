import { judgeWrites, othersOf, type How, type Outcome } from './judge.ts'
import { openProxy } from './proxy.ts'
import { startReaders } from './readers.ts'
import { until } from './until.ts'
import type { Web, World } from './world.ts'
import { acknowledged, openLedger, startWriters } from './writers.ts'

/** Two web processes behind a proxy, replaced one after the other under load: no request may fail. */
export async function rollingRestart(world: World, { rounds }: How): Promise<Outcome> {
  const [proxy, first, second] = await Promise.all([openProxy(), world.startWeb(), world.startWeb()])
  let webs: Web[] = [first, second]
  const tellProxy = () => proxy.serve(webs.map(({ origin }) => origin))
  tellProxy()
  const bothReady = () => until('two ready processes', 60_000, () => proxy.ready() === 2)
  await bothReady()

  const ledger = openLedger()
  const stopWriting = startWriters({ ledger, story: world.story, origin: () => proxy.origin })
  const readers = startReaders(proxy.origin, world.story)
  const wrong: string[] = []
  for (let round = 0; round < rounds; round++) {
    const [leaving, staying] = webs as [Web, Web]
    const before = acknowledged(ledger).length
    const end = await leaving.child.stop()
    if (end !== 0) wrong.push(`a process ended with ${end}`)
    wrong.push(...leaving.child.lines.filter((line) => /"level":[56]0/.test(line)))
    webs = [staying, await world.startWeb()]
    tellProxy()
    await bothReady()
    await until('writes', 30_000, () => acknowledged(ledger).length >= before + 10)
  }
  await stopWriting()
  const { read, failed } = await readers.stop()
  const others = [...ledger.others].map(([what, times]) => `${times} × ${what} to a write`)
  const judged = await judgeWrites(world, ledger, { mails: false })
  await Promise.all([proxy.close(), ...webs.map(({ child }) => child.stop())])
  return {
    rounds,
    ...judged,
    wrong: [...judged.wrong, ...wrong, ...failed, ...others],
    note: `${read} pages read. ${othersOf(ledger)}`,
  }
}
