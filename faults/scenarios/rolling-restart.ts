import { setTimeout as sleep } from 'node:timers/promises'
import { judgeWrites, othersOf, type How, type Outcome } from '../check-results.ts'
import { freePort, hasCaddy, openCaddy } from '../processes/caddy.ts'
import { passTimeForLimits } from '../advance-time.ts'
import { openProxy } from '../processes/proxy.ts'
import { send, trust } from '../processes/send.ts'
import { startReaders } from '../readers.ts'
import { until } from '../processes/wait-until.ts'
import type { Web, World } from '../processes/world.ts'
import { acknowledged, openLedger, startWriters } from '../writers.ts'

/** What stands in front; told of the processes that there are, and when both are seen by it. */
interface Front {
  name: string
  origin: string
  serve(origins: string[]): void
  seen(webs: Web[]): Promise<void>
  close(): Promise<unknown>
}

/** Milliseconds within which Caddy has seen that a process is ready: its interval and the time limit of a look. */
const lookOfCaddy = 4_000

/** A real Caddy, over TLS. It looks at the same two ports again and again. */
async function openCaddyFront(origins: string[]): Promise<Front> {
  const [http, https] = [await freePort(), await freePort()]
  const caddy = await openCaddy({ http, https }, origins)
  const origin = `https://127.0.0.1:${https}`
  trust(origin, caddy.root)
  return {
    name: 'Caddy',
    origin,
    serve() {},
    async seen(webs) {
      await until('two ready processes', 60_000, async () => {
        const answers = webs.map((web) => send(web.origin, { host: 'localhost', path: '/health/ready' }))
        return (await Promise.all(answers)).every(({ status }) => status === 200)
      })
      await sleep(lookOfCaddy)
    },
    close: () => caddy.close(),
  }
}

async function openOwnFront(): Promise<Front> {
  const proxy = await openProxy()
  return { ...proxy, seen: () => until('two ready processes', 60_000, () => proxy.ready() === 2) }
}

/** The same behind Caddy, where the machine has it. */
export const rollingRestartBehindCaddy = (world: World, how: How) =>
  rollingRestart(world, how, hasCaddy() ? openCaddyFront : openOwnFront)

/** Two web processes behind a proxy, replaced one after the other under load: no request may fail. */
export async function rollingRestart(
  world: World,
  { rounds }: How,
  open: (origins: string[]) => Promise<Front> = openOwnFront,
): Promise<Outcome> {
  const ports = [await freePort(), await freePort()]
  const start = (port: number) => world.startWeb({ PORT: String(port) })
  let [leaving, staying] = await Promise.all([start(ports[0]!), start(ports[1]!)])
  const proxy = await open([leaving.origin, staying.origin])
  const bothSeen = () => {
    proxy.serve([leaving.origin, staying.origin])
    return proxy.seen([leaving, staying])
  }
  await bothSeen()

  const ledger = openLedger()
  const stopWriting = startWriters({ ledger, story: world.story, origin: () => proxy.origin })
  const readers = startReaders(proxy.origin, world.story)
  const wrong: string[] = []
  for (let round = 0; round < rounds; round++) {
    await passTimeForLimits(world)
    const before = acknowledged(ledger).length
    const end = await leaving.child.stop()
    if (end !== 0) wrong.push(`a process ended with ${end}`)
    wrong.push(...leaving.child.lines.filter((line) => /"level":[56]0/.test(line)))
    proxy.serve([staying.origin])
    const fresh = await start(Number(new URL(leaving.origin).port))
    ;[leaving, staying] = [staying, fresh]
    await bothSeen()
    await until('writes', 60_000, () => acknowledged(ledger).length >= before + 10)
  }
  await stopWriting()
  const { read, failed } = await readers.stop()
  const others = [...ledger.others].map(([what, times]) => `${times} × ${what} to a write`)
  const judged = await judgeWrites(world, ledger, { mails: false })
  await Promise.all([proxy.close(), leaving.child.stop(), staying.child.stop()])
  return {
    rounds,
    ...judged,
    wrong: [...judged.wrong, ...wrong, ...failed, ...others],
    note: `${read} pages read through ${proxy.name}. ${othersOf(ledger)}`,
  }
}
