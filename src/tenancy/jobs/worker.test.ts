import { queueTables } from '#platform/jobs/queue-tables.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { createTestSchool, getTestApp } from '#testing/builders/school-builder.ts'
import { PLATFORM_ID } from '../hosts/school.ts'
import { releaseLostJobs, deleteEmptyLanes } from '#platform/jobs/job-takeover.ts'
import { defineJob, defineSchedule, type Job } from './define-job.ts'
import { listParkedJobs } from '#testing/harness/list-parked-jobs.ts'
import { startWorker, type Worker, type WorkerOptions } from './worker.ts'

let owner: pg.Pool
let urls: { ownerUrl: string; appUrl: string }
const workers: Worker[] = []

beforeAll(async () => {
  await getTestApp()
  const suffix = `w${process.env.VITEST_POOL_ID}`
  urls = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
  owner = new pg.Pool({ connectionString: urls.ownerUrl, max: 2 })
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await owner.end()
})

async function aWorker(jobs: Job[], more: Partial<WorkerOptions> = {}) {
  const { services } = await getTestApp()
  const log = pino({ level: 'silent' })
  const worker = await startWorker({ jobs, services, ownerUrl: urls.ownerUrl, log, ...more })
  workers.push(worker)
  return worker
}

const waiting = async (task: string) => {
  const { rows } = await owner.query(
    'select run_at, attempts, locked_by from graphile_worker.jobs where task_identifier = $1',
    [task],
  )
  return rows as { attempts: number; locked_by: string | null }[]
}

test('runs a job after its transaction has committed, in its school', async () => {
  const school = await createTestSchool()
  const runs: object[] = []
  const job = defineJob<{ word: string }>({
    name: 'test-commit',
    run: async (ctx, payload) =>
      runs.push({ school_id: ctx.school_id, host: ctx.school?.host, role: ctx.actor.role, ...payload }),
  })
  const worker = await aWorker([job])
  const forged = { word: 'kept', school_id: PLATFORM_ID }
  await school.transact((ctx) => ctx.enqueue(job, forged))
  const undone = school.transact(async (ctx) => {
    await ctx.enqueue(job, { word: 'lost' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')

  const { school_id, host } = school
  await vi.waitFor(() => expect(runs).toEqual([{ school_id, host, role: 'system', word: 'kept' }]), {
    timeout: 5_000,
  })
  await worker.stop()
  expect(runs).toHaveLength(1)
  expect(await waiting(job.name)).toEqual([])
})

test('separates equal job keys of two schools', async () => {
  const [one, two] = await Promise.all([createTestSchool(), createTestSchool()])
  const job = defineJob<{ n: number }>({ name: 'test-key', run: async () => {} })
  for (const school of [one, two, one])
    await school.transact((ctx) => ctx.enqueue(job, { n: 1 }, { job_key: 'digest' }))
  expect(await waiting(job.name)).toHaveLength(2)
})

test('refuses to enqueue outside of a school, and closes the queue to the application’s role', async () => {
  const app = new pg.Client({ connectionString: urls.appUrl })
  await app.connect()
  const enqueue = app.query(`select enqueue_job('test', '{}', '0', null, 5, null, 0)`)
  await expect(enqueue).rejects.toThrow('none is set')
  await expect(app.query(`select * from ${queueTables.jobs}`)).rejects.toThrow('permission denied')
  await expect(app.query(`select graphile_worker.add_job('test')`)).rejects.toThrow('permission denied')
  await app.end()
})

test('parks a job with its error after five failures', async () => {
  const school = await createTestSchool()
  const run = vi.fn(async () => {
    throw new Error('poison')
  })
  const job = defineJob({ name: 'test-poison', run })
  const lines: { msg: string; attempts: number; school_id: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  await school.transact((ctx) => ctx.enqueue(job, {}))
  const worker = await aWorker([job], { log })

  await vi.waitFor(
    async () => {
      // Skips the growing pauses between attempts.
      await owner.query(`update ${queueTables.jobs} set run_at = now()
        where task_id = (select id from ${queueTables.tasks} where identifier = 'test-poison')`)
      expect(run).toHaveBeenCalledTimes(5)
      expect((await listParkedJobs(owner)).map(({ name }) => name)).toContain('test-poison')
    },
    { timeout: 15_000, interval: 100 },
  )
  await sleep(700)
  await worker.stop()
  expect(run).toHaveBeenCalledTimes(5)
  expect(await listParkedJobs(owner)).toContainEqual(
    expect.objectContaining({
      name: 'test-poison',
      school_id: school.school_id,
      last_error: 'poison',
      attempts: 5,
    }),
  )
  expect(lines.map(({ msg }) => msg)).toEqual([
    ...Array(4).fill('job failed and will be tried again'),
    'job parked',
  ])
  expect(lines.at(-1)).toMatchObject({ school_id: school.school_id, attempts: 5, err: { message: 'poison' } })
})

test('does not delay one school’s jobs behind another’s thousands', async () => {
  const [busy, calm] = await Promise.all([createTestSchool(), createTestSchool()])
  let running = 0
  let maxRunning = 0
  let done = 0
  const flood = defineJob<{ n: number }>({
    name: 'test-flood',
    transaction: 'own',
    async run() {
      maxRunning = Math.max(maxRunning, ++running)
      await sleep(20)
      running--
      done++
    },
  })
  const delays: number[] = []
  const single = defineJob<{ at: number }>({
    name: 'test-single',
    run: async (_ctx, { at }) => delays.push(Date.now() - at),
  })
  await owner.query(`begin; set local app.school_id = '${busy.school_id}';
    select enqueue_job('test-flood', json_build_object('n', n), (n % 2)::text, null, 5, null, 0) from generate_series(1, 3000) n; commit`)
  const worker = await aWorker([flood, single])
  for (let n = 0; n < 10; n++) {
    await sleep(100)
    await calm.transact((ctx) => ctx.enqueue(single, { at: Date.now() }))
  }
  await vi.waitFor(() => expect(delays).toHaveLength(10), { timeout: 5_000 })
  await worker.stop()
  expect(Math.max(...delays)).toBeLessThan(1_500)
  expect(maxRunning).toBe(2)
  expect(done).toBeLessThan(3000)
  await owner.query(
    `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'test-flood'))`,
  )
})

test('takes over the job of a killed worker', async () => {
  const school = await createTestSchool()
  await school.transact((ctx) => ctx.enqueue({ name: 'test-killed' }, {}))
  const doomed = spawn(process.execPath, ['--input-type=module', '-e', hangingWorker], {
    env: { ...process.env, OWNER_URL: urls.ownerUrl, APP_URL: urls.appUrl, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(doomed.stdout, 'data')
  doomed.kill('SIGKILL')
  expect(await waiting('test-killed')).toMatchObject([{ attempts: 1, locked_by: expect.any(String) }])

  const run = vi.fn(async () => {})
  const worker = await aWorker([defineJob({ name: 'test-killed', run })], {
    times: { heartbeatMs: 200, deadAfterMs: 1_000 },
  })
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), { timeout: 10_000 })
  await worker.stop()
  expect(await waiting('test-killed')).toEqual([])
})

test('parks a job whose worker died twice, completes others, and reports the failure', async () => {
  const school = await createTestSchool()
  await school.transact((ctx) => ctx.enqueue({ name: 'test-deadly' }, { of: 'somebody' }))
  await school.transact((ctx) => ctx.enqueue({ name: 'test-beside' }, {}, { priority: 'late' }))
  const parked = vi.fn(async () => {})
  const beside = vi.fn(async () => {})
  const times = { heartbeatMs: 100, deadAfterMs: 500 }
  const die = async () => {
    const doomed = spawn(process.execPath, ['--input-type=module', '-e', abortingWorker], {
      env: { ...process.env, OWNER_URL: urls.ownerUrl, APP_URL: urls.appUrl, NODE_ENV: 'test' },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    const [, signal] = await once(doomed, 'exit')
    expect(signal).toBe('SIGABRT')
  }
  /** When the two run next, the sooner first; sets the time for one of them if given. */
  const runAt = async (name = '', at = 'run_at') => {
    const { rows } = await owner.query<{ run_at: Date }>(
      `with changed as (update ${queueTables.jobs} set run_at = ${at} where task_id =
        (select id from ${queueTables.tasks} where identifier = $1))
      select run_at from graphile_worker.jobs where task_identifier in ('test-deadly', 'test-beside') order by run_at`,
      [name],
    )
    return rows
  }
  await die()
  expect(await waiting('test-deadly')).toMatchObject([{ attempts: 1, locked_by: expect.any(String) }])
  await owner.query('delete from worker_heartbeats')
  expect(
    await releaseLostJobs(
      owner,
      { deadAfterMs: 0, heartbeatMs: 0 },
      { ownerField: 'school_id', reported: ['test-deadly'] },
    ),
  ).toHaveLength(2)
  const [first, second] = (await runAt()).map(({ run_at }) => run_at.getTime())
  expect(second! - first!).toBeGreaterThan(4_000)
  // The other job runs at another time.
  await runAt('test-deadly', 'now()')
  await runAt('test-beside', `now() + interval '1 h'`)
  await die()
  await owner.query('delete from worker_heartbeats')
  await runAt('test-beside', 'now()')
  const worker = await aWorker(
    [
      defineJob({ name: 'test-deadly', run: async () => process.abort(), parked }),
      defineJob({ name: 'test-beside', run: beside }),
    ],
    { times },
  )
  await vi.waitFor(() => expect(parked).toHaveBeenCalledTimes(1), { timeout: 10_000 })
  expect(parked.mock.calls[0]).toMatchObject([
    { school_id: school.school_id },
    { of: 'somebody', school_id: school.school_id },
  ])
  await vi.waitFor(() => expect(beside).toHaveBeenCalledTimes(1), { timeout: 10_000 })
  await worker.stop()
  const parkedJob = { name: 'test-deadly', last_error: 'Two workers in a row ended while they ran it' }
  expect(await listParkedJobs(owner)).toContainEqual(expect.objectContaining(parkedJob))
}, 60_000)

test('releases a job and a lane that a living worker holds without running', async () => {
  const school = await createTestSchool()
  await school.transact((ctx) => ctx.enqueue({ name: 'test-answer-lost' }, {}))
  const hold = (by: string) =>
    owner.query(
      `with held as (update ${queueTables.jobs} j set locked_by = $1, locked_at = now()
        from ${queueTables.tasks} t where t.id = j.task_id and t.identifier = 'test-answer-lost' returning job_queue_id)
      update ${queueTables.lanes} q set locked_by = $1, locked_at = now() from held where q.id = held.job_queue_id`,
      [by],
    )
  // Nobody takes it before the worker that is to have lost it is running.
  await hold('nobody')
  await owner.query('delete from worker_heartbeats')
  const run = vi.fn(async () => {})
  const worker = await aWorker([defineJob({ name: 'test-answer-lost', run })], {
    times: { heartbeatMs: 200, deadAfterMs: 60_000 },
  })
  const { rows } = await owner.query<{ worker_id: string }>('select worker_id from worker_heartbeats')
  expect(rows).toHaveLength(1)
  await hold(rows[0]!.worker_id)
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), { timeout: 10_000 })
  await worker.stop()
  expect(await waiting('test-answer-lost')).toEqual([])
})

const workerWith = (jobs: string) => `
  import { createApp } from '#app.ts'
  import { loadConfig } from '#config.ts'
  import { startWorker } from '#tenancy/jobs/worker.ts'
  import { pino } from 'pino'
  const config = loadConfig({ NODE_ENV: 'test', ROOT_DOMAIN: 'lyceum.test', LOG_LEVEL: 'silent', DATA_DIR: '/tmp/lyceum-killed',
    APP_SECRET: 'only for a test, only for a test' })
  const log = pino({ level: 'silent' })
  const app = await createApp({ config, databaseUrl: process.env.APP_URL, logger: log, pages: false })
  const hang = () => new Promise(() => console.log('running'))
  const transaction = 'own'
  await startWorker({ jobs: ${jobs}, services: app.services, ownerUrl: process.env.OWNER_URL, log })
`
const hangingWorker = workerWith(`[{ name: 'test-killed', transaction, run: hang }]`)
const abortingWorker = workerWith(`[{ name: 'test-beside', transaction, run: hang },
  { name: 'test-deadly', transaction, run: () => setTimeout(() => process.abort(), 1_500) && hang() }]`)

test('waits for running jobs when it stops, and releases those that take too long', async () => {
  const [one, two] = await Promise.all([createTestSchool(), createTestSchool()])
  let finished = 0
  const mayFinish = Promise.withResolvers<void>()
  const quick = defineJob({
    name: 'test-quick',
    transaction: 'own',
    run: () => mayFinish.promise.then(() => finished++),
  })
  const endless = defineJob({ name: 'test-endless', transaction: 'own', run: () => new Promise(() => {}) })
  const worker = await aWorker([quick, endless], { shutdownTimeoutMs: 1_000 })
  await one.transact((ctx) => ctx.enqueue(quick, {}))
  await two.transact((ctx) => ctx.enqueue(endless, {}))
  const bothRun = async () => {
    const held = [...(await waiting('test-quick')), ...(await waiting('test-endless'))]
    expect(held.filter(({ locked_by }) => locked_by)).toHaveLength(2)
  }
  await vi.waitFor(bothRun, { timeout: 5_000 })
  setTimeout(mayFinish.resolve, 300)
  await worker.stop()
  expect(finished).toBe(1)
  expect(await waiting('test-quick')).toEqual([])
  expect(await waiting('test-endless')).toMatchObject([{ attempts: 1, locked_by: null }])
})

test('ignores the late end of a released job', async () => {
  const school = await createTestSchool()
  const mayEnd = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const late = defineJob({
    name: 'test-late',
    transaction: 'own',
    run: () => mayEnd.promise.finally(() => ended.resolve()),
  })
  const loggedLines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void loggedLines.push(line) })
  const astray: unknown[] = []
  const note = (error: unknown) => void astray.push(error)
  process.on('unhandledRejection', note)
  const worker = await aWorker([late], { shutdownTimeoutMs: 100, log })
  await school.transact((ctx) => ctx.enqueue(late, {}))
  await vi.waitFor(async () => expect(await waiting(late.name)).toMatchObject([{ attempts: 1 }]))
  await worker.stop()
  expect(await waiting(late.name)).toMatchObject([{ locked_by: null }])
  loggedLines.length = 0
  mayEnd.reject(new Error('what it needed was closed'))
  await ended.promise
  // An error would occur in the following turns.
  for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next))
  process.off('unhandledRejection', note)
  expect([astray, loggedLines]).toEqual([[], []])
  await owner.query(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier = $1`,
    [late.name],
  )
})

test('enqueues the job of a schedule once per school', async () => {
  const schools = await Promise.all([createTestSchool(), createTestSchool()])
  const runs: string[] = []
  const job = defineJob({ name: 'test-nightly', run: async ({ school_id }) => runs.push(school_id) })
  const schedules = [defineSchedule({ job, cron: '0 3 * * *', runsFor: 'school' })]
  const worker = await aWorker([job], { schedules })
  await owner.query(`select graphile_worker.add_job('schedule:test-nightly')`)
  const ids = schools.map(({ school_id }) => school_id)
  await vi.waitFor(() => expect(runs).toEqual(expect.arrayContaining(ids)), { timeout: 10_000 })
  await worker.stop()
  expect(new Set(runs).size).toBe(runs.length)
})

test('deletes lanes without jobs and keeps those with jobs', async () => {
  const [empty, full] = await Promise.all([createTestSchool(), createTestSchool()])
  const job = defineJob({ name: 'test-lanes', run: async () => {} })
  const worker = await aWorker([job])
  await empty.transact((ctx) => ctx.enqueue(job, {}))
  await vi.waitFor(async () => expect(await waiting(job.name)).toEqual([]), { timeout: 5_000 })
  await worker.stop()
  await full.transact((ctx) => ctx.enqueue(job, {}))
  await deleteEmptyLanes(owner)
  const { rows } = await owner.query<{ school: string }>(
    `select split_part(queue_name, '/', 1) as school from ${queueTables.lanes}`,
  )
  const left = rows.map(({ school }) => school)
  expect(left).toContain(full.school_id)
  expect(left).not.toContain(empty.school_id)
})
