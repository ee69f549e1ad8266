import { queueTables } from '#platform/jobs/queue-tables.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { createTestSchool, getTestApp } from '#testing/builders/school-builder.ts'
import { deleteEmptyLanes } from '#platform/jobs/job-takeover.ts'
import { defineJob, type Job } from './define-job.ts'
import { openPool } from '#platform/database/pool.ts'
import { startWorker, type Worker } from './worker.ts'

// A long transaction, a migration or a backup can lock any table of the queue for longer than a statement may
// wait.

const lockTimeout = 150
const tables = Object.values(queueTables)
const unhandled: unknown[] = []
const noteUnhandled = (error: unknown) => void unhandled.push(error)
let impatientUrl: string
let locker: pg.Client
let worker: Worker | undefined

beforeAll(async () => {
  await getTestApp()
  const suffix = `w${process.env.VITEST_POOL_ID}`
  const { ownerUrl } = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
  const url = new URL(ownerUrl)
  url.searchParams.set('options', `-c lock_timeout=${lockTimeout}ms`)
  impatientUrl = url.href
  locker = new pg.Client({ connectionString: ownerUrl })
  await locker.connect()
})
afterAll(() => locker.end())
beforeEach(() => {
  unhandled.length = 0
  process.on('unhandledRejection', noteUnhandled)
})
afterEach(async () => {
  process.off('unhandledRejection', noteUnhandled)
  await locker.query('rollback')
  await worker?.stop()
})

async function aWorker(jobs: Job[]) {
  const { services } = await getTestApp()
  const log = pino({ level: 'silent' })
  worker = await startWorker({ jobs, services, ownerUrl: impatientUrl, log, times })
}
const times = { heartbeatMs: 200, deadAfterMs: 60_000 }

const lock = (table: string) => locker.query(`begin; lock table ${table} in access exclusive mode`)

/** Longer than several consecutive statements may wait. */
const severalLockWaits = () => sleep(6 * lockTimeout)

const left = async (name: string) => {
  const { rowCount } = await locker.query(
    `select from ${queueTables.jobs} j join ${queueTables.tasks} t on t.id = j.task_id
     where t.identifier = $1`,
    [name],
  )
  return rowCount
}

test('records the end of a job after a lock wait, and runs it once', async () => {
  const school = await createTestSchool()
  const running = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const run = vi.fn(async () => {
    running.resolve()
    await mayEnd.promise
  })
  const job = defineJob({ name: 'test-end-waits', transaction: 'own', run })
  await aWorker([job])
  await school.transact((ctx) => ctx.enqueue(job, {}))
  await running.promise
  await lock(queueTables.jobs)
  mayEnd.resolve()
  await severalLockWaits()
  await locker.query('rollback')
  await vi.waitFor(async () => expect(await left(job.name)).toBe(0), { timeout: 10_000 })
  expect(run).toHaveBeenCalledTimes(1)
  expect(unhandled).toEqual([])
})

test('records the failure of a job after a lock wait', async () => {
  const school = await createTestSchool()
  const running = Promise.withResolvers<void>()
  const mayFail = Promise.withResolvers<void>()
  const job = defineJob({
    name: 'test-failure-waits',
    transaction: 'own',
    async run() {
      running.resolve()
      await mayFail.promise
      throw new Error('it fails while the queue is locked')
    },
  })
  await aWorker([job])
  await school.transact((ctx) => ctx.enqueue(job, {}))
  await running.promise
  await lock(queueTables.jobs)
  mayFail.resolve()
  await severalLockWaits()
  await locker.query('rollback')
  const state = async () => {
    const { rows } = await locker.query(
      `select attempts, locked_by, last_error from ${queueTables.jobs} j
       join ${queueTables.tasks} t on t.id = j.task_id where t.identifier = $1`,
      [job.name],
    )
    return rows
  }
  const failed = { attempts: 1, locked_by: null, last_error: 'it fails while the queue is locked' }
  await vi.waitFor(async () => expect(await state()).toEqual([failed]), { timeout: 10_000 })
  expect(unhandled).toEqual([])
})

for (const table of tables)
  test(`takes jobs again after ${table} was locked while the worker started and ran`, async () => {
    const school = await createTestSchool()
    const runs: number[] = []
    const job = defineJob<{ n: number }>({
      name: `test-locked-${table}`,
      run: async (_ctx, { n }) => runs.push(n),
    })
    await lock(table)
    await aWorker([job])
    await severalLockWaits()
    await locker.query('rollback')
    await school.transact((ctx) => ctx.enqueue(job, { n: 1 }))
    await vi.waitFor(() => expect(runs).toEqual([1]), { timeout: 15_000 })
    await lock(table)
    await severalLockWaits()
    await locker.query('rollback')
    await school.transact((ctx) => ctx.enqueue(job, { n: 2 }))
    await vi.waitFor(() => expect(runs).toEqual([1, 2]), { timeout: 15_000 })
    expect(unhandled).toEqual([])
  })

test('keeps lanes that are in use, and leaves its connection outside of a transaction', async () => {
  const pool = openPool({ url: impatientUrl, max: 1 })
  try {
    await locker.query(`begin; lock table ${queueTables.lanes} in row exclusive mode`)
    await deleteEmptyLanes(pool)
    await expect(pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
    await locker.query('rollback')
    await deleteEmptyLanes(pool)
  } finally {
    await pool.end()
  }
})
