import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { aNotificationDroppingPooler } from '#testing/fakes/notification-dropping-pooler.ts'
import { createTestSchool, getTestApp } from '#testing/builders/school-builder.ts'
import { listenForChanges } from './change-feed.ts'
import { deleteOldChanges, createChangeLogReader } from './change-log.ts'
import { connectDatabases } from './database.server.ts'

let urls: { ownerUrl: string; appUrl: string }
const opened: (() => unknown)[] = []

beforeEach(async () => {
  await getTestApp()
  const suffix = `w${process.env.VITEST_POOL_ID}`
  urls = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
})
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

async function throughPooler() {
  const pooler = await aNotificationDroppingPooler(urls.appUrl)
  opened.push(pooler.close)
  const databases = connectDatabases({ url: pooler.url, max: 2 })
  opened.push(databases.close)
  return { url: pooler.url, db: databases.auxDb }
}

function aFeed(options: Pick<Parameters<typeof listenForChanges>[0], 'url' | 'db'>) {
  const heard: (string | undefined)[] = []
  const warnings: string[] = []
  const log = { warn: (...words: unknown[]) => void warnings.push(String(words.at(-1))) }
  const onChange = (school_id?: string) => void heard.push(school_id)
  const feed = listenForChanges({ ...options, log, onChange, echoWithin: 500 })
  opened.push(feed.close)
  return { feed, heard, warnings }
}

const soon = { timeout: 10_000 }

test('detects a connection without notifications, reports it, and reads changes from the log', async () => {
  const { feed, heard, warnings } = aFeed(await throughPooler())
  await vi.waitFor(() => expect(warnings).toEqual([expect.stringContaining('DATABASE_LISTEN_URL')]), soon)
  expect(feed.isListening()).toBe(false)
  const [one, two] = await Promise.all([createTestSchool(), createTestSchool()])
  for (const school of [one, two]) await school.transact(async (ctx) => ctx.invalidateSchool())
  await vi.waitFor(() => expect(heard).toEqual(expect.arrayContaining([one.school_id, two.school_id])), soon)
})

test('listens on a direct connection while statements use a pooler', async () => {
  const { db } = await throughPooler()
  const { feed, heard, warnings } = aFeed({ url: urls.appUrl, db })
  await vi.waitFor(() => expect(feed.isListening()).toBe(true), soon)
  await vi.waitFor(() => expect(heard).toContain(undefined), soon)
  const school = await createTestSchool()
  await school.transact(async (ctx) => ctx.invalidateSchool())
  await vi.waitFor(() => expect(heard).toContain(school.school_id), soon)
  // It is in the log too, but not applied again.
  const other = await createTestSchool()
  await sleep(1_000)
  await other.transact(async (ctx) => ctx.invalidateSchool())
  await vi.waitFor(() => expect(heard).toContain(other.school_id), soon)
  await sleep(1_000)
  expect(heard.filter((id) => id === school.school_id || id === other.school_id)).toEqual([
    school.school_id,
    other.school_id,
  ])
  expect(warnings).toEqual([])
})

test('reads each change once, even if its transaction commits after a later one was read', async () => {
  const { services } = await getTestApp()
  const changes = createChangeLogReader(services.databases.auxDb)
  expect(await changes.read()).toEqual([])
  const slow = new pg.Client({ connectionString: urls.ownerUrl })
  await slow.connect()
  opened.push(() => slow.end())
  await slow.query(`begin; select notify_change('slow')`)
  await sql`select notify_change('quick')`.execute(services.databases.auxDb)
  expect(await changes.read()).toContain('quick')
  expect(await changes.read()).toEqual([])
  await slow.query('commit')
  expect(await changes.read()).toContain('slow')
  expect(await changes.read()).toEqual([])
})

test('drops everything in a process that may have missed changes', async () => {
  const { services } = await getTestApp()
  const changes = createChangeLogReader(services.databases.auxDb)
  await changes.read()
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
  try {
    expect(await changes.read()).toBeNull()
  } finally {
    vi.useRealTimers()
  }
  expect(await changes.read()).toEqual([])
})

test('deletes changes from the log after an hour', async () => {
  const owner = new pg.Pool({ connectionString: urls.ownerUrl, max: 1 })
  opened.push(() => owner.end())
  await owner.query(
    `insert into change_log (topic, changed_at) values ('old', now() - interval '61 minutes'), ('new', now())`,
  )
  await deleteOldChanges(owner)
  const { rows } = await owner.query(`select distinct topic from change_log where topic in ('old', 'new')`)
  expect(rows).toEqual([{ topic: 'new' }])
})
