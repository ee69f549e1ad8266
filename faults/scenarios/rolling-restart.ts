import { setTimeout as sleep } from 'node:timers/promises'
import {
  judgeWrites,
  unexpectedAnswers,
  type FaultRunOptions,
  type FaultRunResult,
} from '../check-results.ts'
import { freePort, hasCaddy, startCaddy } from '../processes/caddy.ts'
import { resetRateLimits } from '../advance-time.ts'
import { openProxy } from '../processes/proxy.ts'
import { send, trustCertificate } from '../processes/send.ts'
import { startReaders } from '../readers.ts'
import { waitUntil } from '../processes/wait-until.ts'
import type { WebProcess, FaultEnvironment } from '../processes/fault-environment.ts'
import { acknowledgedWrites, createWriteLedger, startWriters } from '../writers.ts'

/** A proxy with the current processes, which reports when it uses both. */
interface Front {
  name: string
  origin: string
  serve(origins: string[]): void
  seen(webs: WebProcess[]): Promise<void>
  close(): Promise<unknown>
}

/** Milliseconds until Caddy has detected a ready process: interval and timeout of its health check. */
const lookOfCaddy = 4_000

/** A real Caddy with TLS. It checks the same two ports repeatedly. */
async function openCaddyFront(origins: string[]): Promise<Front> {
  const [http, https] = [await freePort(), await freePort()]
  const caddy = await startCaddy({ http, https }, origins)
  const origin = `https://127.0.0.1:${https}`
  trustCertificate(origin, caddy.root)
  return {
    name: 'Caddy',
    origin,
    serve() {},
    async seen(webs) {
      await waitUntil('two ready processes', 60_000, async () => {
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
  return { ...proxy, seen: () => waitUntil('two ready processes', 60_000, () => proxy.ready() === 2) }
}

/** The same behind Caddy, if it is installed. */
export const rollingRestartBehindCaddy = (world: FaultEnvironment, how: FaultRunOptions) =>
  rollingRestart(world, how, hasCaddy() ? openCaddyFront : openOwnFront)

/** Replaces two web processes behind a proxy one after the other under load: no request may fail. */
export async function rollingRestart(
  world: FaultEnvironment,
  { rounds }: FaultRunOptions,
  open: (origins: string[]) => Promise<Front> = openOwnFront,
): Promise<FaultRunResult> {
  const ports = [await freePort(), await freePort()]
  const start = (port: number) => world.startWeb({ PORT: String(port) })
  let [leaving, staying] = await Promise.all([start(ports[0]!), start(ports[1]!)])
  const proxy = await open([leaving.origin, staying.origin])
  const bothSeen = () => {
    proxy.serve([leaving.origin, staying.origin])
    return proxy.seen([leaving, staying])
  }
  await bothSeen()

  const ledger = createWriteLedger()
  const stopWriting = startWriters({ ledger, fixture: world.fixture, origin: () => proxy.origin })
  const readers = startReaders(proxy.origin, world.fixture)
  const violations: string[] = []
  for (let round = 0; round < rounds; round++) {
    await resetRateLimits(world)
    const before = acknowledgedWrites(ledger).length
    const end = await leaving.child.stop()
    if (end !== 0) violations.push(`a process ended with ${end}`)
    violations.push(...leaving.child.lines.filter((line) => /"level":[56]0/.test(line)))
    proxy.serve([staying.origin])
    const fresh = await start(Number(new URL(leaving.origin).port))
    ;[leaving, staying] = [staying, fresh]
    await bothSeen()
    await waitUntil('writes', 60_000, () => acknowledgedWrites(ledger).length >= before + 10)
  }
  await stopWriting()
  const { read, failed } = await readers.stop()
  const others = [...ledger.others].map(([what, times]) => `${times} × ${what} to a write`)
  const checks = await judgeWrites(world, ledger, { mails: false })
  await Promise.all([proxy.close(), leaving.child.stop(), staying.child.stop()])
  return {
    rounds,
    ...checks,
    violations: [...checks.violations, ...violations, ...failed, ...others],
    note: `${read} pages read through ${proxy.name}. ${unexpectedAnswers(ledger)}`,
  }
}
