import { setTimeout as sleep } from 'node:timers/promises'
import { judgeWrites, othersOf, settleJobs, settleWrites, type How, type Outcome } from '../check-results.ts'
import { send } from '../processes/send.ts'
import { until } from '../processes/wait-until.ts'
import type { World } from '../processes/world.ts'
import { acknowledged, isBehind, openLedger, startWriters } from '../writers.ts'

/** The database is away for a while: kept pages stay, writes are put off, and all comes back without a restart. */
export async function databaseAway(world: World, seconds: number, how: How): Promise<Outcome> {
  const { story, database } = world
  const [web, worker] = await Promise.all([world.startWeb(), world.startWorker()])
  const get = (path: string) => send(web.origin, { host: story.host, path })
  const page = () => get('/')
  await page()
  const kept = await page()
  const ledger = openLedger()
  const behind = isBehind(ledger, () => world.mailbox.letters.length)
  const origin = () => (behind() ? null : web.origin)
  const stop = startWriters({ ledger, story, origin })
  await until('writes', 60_000, () => acknowledged(ledger).length >= 10)

  const wrong: string[] = []
  const expect = (what: string, found: unknown, wanted: unknown) =>
    found === wanted || wrong.push(`${what}: ${String(found)} instead of ${String(wanted)}`)
  const refusals = () => ledger.others.get('503 busy') ?? 0
  await database.stop()
  // What was committed before is answered before the fourth refusal: there are four writers.
  await until('refusals', 30_000, () => refusals() > 3)
  const before = acknowledged(ledger).length
  let pages = 0
  for (const end = Date.now() + seconds * 1000; Date.now() < end || pages === 0; pages++) {
    const answer = await page()
    expect('a kept page', answer.status, 200)
    expect('its bytes', answer.text === kept.text, true)
    expect('live', (await get('/health/live')).status, 200)
    expect('ready', (await get('/health/ready')).status, 503)
    await sleep(50)
  }
  expect('writes meanwhile', acknowledged(ledger).length - before, 0)
  const refused = refusals()
  await database.start()
  const back = performance.now()
  await until('writes afterwards', 60_000, () => acknowledged(ledger).length >= before + 10)
  const milliseconds = Math.round(performance.now() - back)
  expect('ready afterwards', (await get('/health/ready')).status, 200)
  await stop()
  await settleWrites(world, web.origin, ledger, how)
  await settleJobs(world, how)
  expect('a page afterwards', (await page()).status, 200)
  const judged = await judgeWrites(world, ledger, { mails: true })
  for (const { stop: end } of [web.child, worker]) expect('the end of a process', await end(), 0)
  return {
    rounds: how.rounds,
    ...judged,
    wrong: [...judged.wrong, ...wrong],
    note: `${pages} kept pages, ${refused} writes put off, writes again after ${milliseconds} ms. ${othersOf(ledger)}`,
  }
}
