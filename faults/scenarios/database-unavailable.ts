import { setTimeout as sleep } from 'node:timers/promises'
import {
  judgeWrites,
  unexpectedAnswers,
  checkJobs,
  checkWrites,
  type FaultRunOptions,
  type FaultRunResult,
} from '../check-results.ts'
import { send } from '../processes/send.ts'
import { waitUntil } from '../processes/wait-until.ts'
import type { FaultEnvironment } from '../processes/fault-environment.ts'
import { acknowledgedWrites, hasPendingMails, createWriteLedger, startWriters } from '../writers.ts'

/**
 * The database is unavailable for a while: cached pages are served, writes are refused, and everything recovers
 * without a restart.
 */
export async function databaseUnavailable(
  world: FaultEnvironment,
  seconds: number,
  how: FaultRunOptions,
): Promise<FaultRunResult> {
  const { fixture, database } = world
  const [web, worker] = await Promise.all([world.startWeb(), world.startWorker()])
  const get = (path: string) => send(web.origin, { host: fixture.host, path })
  const page = () => get('/')
  await page()
  const cachedPage = await page()
  const ledger = createWriteLedger()
  const behind = hasPendingMails(ledger, () => world.mailbox.letters.length)
  const origin = () => (behind() ? null : web.origin)
  const stop = startWriters({ ledger, fixture, origin })
  await waitUntil('writes', 60_000, () => acknowledgedWrites(ledger).length >= 10)

  const violations: string[] = []
  const expect = (what: string, found: unknown, expected: unknown) =>
    found === expected || violations.push(`${what}: ${String(found)} instead of ${String(expected)}`)
  const refusals = () => ledger.others.get('503 busy') ?? 0
  await database.stop()
  // Earlier commits are answered before the fourth refusal: there are four writers.
  await waitUntil('refusals', 30_000, () => refusals() > 3)
  const before = acknowledgedWrites(ledger).length
  let pages = 0
  for (const end = Date.now() + seconds * 1000; Date.now() < end || pages === 0; pages++) {
    const answer = await page()
    expect('a kept page', answer.status, 200)
    expect('its bytes', answer.text === cachedPage.text, true)
    expect('live', (await get('/health/live')).status, 200)
    expect('ready', (await get('/health/ready')).status, 503)
    await sleep(50)
  }
  expect('writes meanwhile', acknowledgedWrites(ledger).length - before, 0)
  const refused = refusals()
  await database.start()
  const back = performance.now()
  await waitUntil('writes afterwards', 60_000, () => acknowledgedWrites(ledger).length >= before + 10)
  const milliseconds = Math.round(performance.now() - back)
  expect('ready afterwards', (await get('/health/ready')).status, 200)
  await stop()
  await checkWrites(world, ledger, { origin: web.origin, ...how })
  await checkJobs(world, how)
  expect('a page afterwards', (await page()).status, 200)
  const checks = await judgeWrites(world, ledger, { mails: true })
  for (const { stop: end } of [web.child, worker]) expect('the end of a process', await end(), 0)
  return {
    rounds: how.rounds,
    ...checks,
    violations: [...checks.violations, ...violations],
    note: `${pages} kept pages, ${refused} writes put off, writes again after ${milliseconds} ms. ${unexpectedAnswers(ledger)}`,
  }
}
