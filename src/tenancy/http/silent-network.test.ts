import { queueTables } from '#platform/jobs/queue-tables.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { queryAsOwner } from '#testing/builders/queue.ts'
import { aStallingProxy } from '#testing/fakes/stalling-proxy.ts'
import { createTestSchool, getTestApp } from '#testing/builders/school-builder.ts'
import { listenForChanges } from '#platform/database/change-feed.ts'
import { connectDatabases, isDatabaseBusy } from '#platform/database/database.server.ts'
import { withSchoolTx } from '../database/school-tx.ts'
import { defineJob } from '../jobs/define-job.ts'
import { startWorker } from '../jobs/worker.ts'

// A stalled network resets nothing: without limits of our own every request would wait for ever.

type Proxy = Awaited<ReturnType<typeof aStallingProxy>>
const silenceTimeoutMs = 300
let urls: { ownerUrl: string; appUrl: string }
let proxy: Proxy
const opened: (() => unknown)[] = []

beforeEach(async () => {
  await getTestApp()
  const suffix = `w${process.env.VITEST_POOL_ID}`
  urls = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
})
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

async function aWay(url: string) {
  proxy = await aStallingProxy(url)
  opened.push(proxy.close)
  return proxy
}

test('fails a running statement as database unavailable, and reconnects for the next', async () => {
  const { url } = await aWay(urls.appUrl)
  const { db, close } = connectDatabases({ url, max: 1, silenceTimeoutMs })
  opened.push(close)
  const { school_id } = await createTestSchool()
  const look = () => withSchoolTx(db, school_id, (tx) => sql`select 1 as one`.execute(tx))
  await look()
  proxy.fallSilent()
  const error = await look().catch((failure: unknown) => failure)
  expect(error).toMatchObject({ code: 'ETIMEDOUT' })
  expect(isDatabaseBusy(error)).toBe(true)
  proxy.speakAgain()
  await expect(look()).resolves.toMatchObject({ rows: [{ one: 1 }] })
})

test('waits for a slow statement as long as the server responds', async () => {
  const { db, close } = connectDatabases({ url: urls.appUrl, max: 1, silenceTimeoutMs: 2_000 })
  opened.push(close)
  await expect(sql`select pg_sleep(0.7)`.execute(db)).resolves.toBeTruthy()
  // An idle connection stays open too: the same one responds again.
  const pid = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid
  expect(await pid()).toBe(await pid())
})

test('lets a worker take jobs again once the network works', async () => {
  const { url } = await aWay(urls.ownerUrl)
  const { services } = await getTestApp()
  const school = await createTestSchool()
  const runs: number[] = []
  const job = defineJob<{ n: number }>({ name: 'test-silent', run: async (_ctx, { n }) => runs.push(n) })
  const worker = await startWorker({
    jobs: [job],
    services,
    ownerUrl: url,
    log: pino({ level: 'silent' }),
    times: { heartbeatMs: 200, deadAfterMs: 2_000 },
    silenceTimeoutMs,
  })
  opened.push(() => worker.stop())
  await school.transact((ctx) => ctx.enqueue(job, { n: 1 }))
  await vi.waitFor(() => expect(runs).toEqual([1]), { timeout: 5_000 })
  // If interrupted while recording the end of a job, the queue's runner throws where nobody catches.
  const left = () =>
    queryAsOwner(
      `select from ${queueTables.jobs} j join ${queueTables.tasks} t on t.id = j.task_id
       where t.identifier = $1`,
      [job.name],
    )
  await vi.waitFor(async () => expect(await left()).toHaveLength(0), { timeout: 5_000 })
  proxy.fallSilent()
  await school.transact((ctx) => ctx.enqueue(job, { n: 2 }))
  await vi.waitFor(() => expect(services.databases.pendingCount()).toBe(0))
  proxy.speakAgain()
  await vi.waitFor(() => expect(runs).toContain(2), { timeout: 20_000 })
})

test('detects that the change feed gets nothing, and drops what it may have missed', async () => {
  const { url } = await aWay(urls.appUrl)
  const heard: (string | undefined)[] = []
  const { services } = await getTestApp()
  const feed = listenForChanges({
    url,
    db: services.databases.auxDb,
    log: { warn() {} },
    onChange: (school_id) => void heard.push(school_id),
    silenceTimeoutMs,
    lookEvery: 100,
  })
  opened.push(() => feed.close())
  await vi.waitFor(() => expect(heard).toEqual([undefined]))
  // Only a feed that has listened before drops everything when it listens again.
  await vi.waitFor(() => expect(feed.isListening()).toBe(true))
  proxy.fallSilent()
  const school = await createTestSchool()
  await school.transact(async (ctx) => ctx.invalidateSchool())
  // The log delivers it before the stall is detected.
  await vi.waitFor(() => expect(heard).toContain(school.school_id), { timeout: 10_000 })
  proxy.speakAgain()
  const isWhole = (school_id?: string) => school_id === undefined
  await vi.waitFor(() => expect(heard.filter(isWhole)).toHaveLength(2), { timeout: 10_000 })
})
