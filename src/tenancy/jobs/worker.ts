import { Logger as QueueLogger, parseCronItems, run, type TaskList, type WorkerPool } from 'graphile-worker'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { contextFor } from '../context/context-for.ts'
import { PLATFORM_ID, systemActor, type RequestContext } from '../context/request-context.ts'
import type { Services } from '../http/endpoints.ts'
import { extraJobConnections } from '#platform/database/connection-budget.ts'
import { endHeartbeat, reportParkedTask, type HeartbeatTimes } from '#platform/jobs/job-takeover.ts'
import type { Job, Schedule } from './define-job.ts'
import { inJobSpan } from '#platform/jobs/job-spans.ts'
import { openPool } from '#platform/database/pool.ts'
import { createQueueGauges } from '#platform/jobs/create-queue-gauges.ts'
import { createQueuePool } from '#platform/jobs/queue-pool.ts'
import { createCtxWithoutTx, runTransaction } from '../http/school-transaction.ts'
import { trackRunningJobs, startHeartbeat, startMaintenance, type WorkerState } from './worker-maintenance.ts'

export interface WorkerOptions {
  jobs: Job[]
  schedules?: Schedule[]
  services: Services
  /** Connection of the owner: the application's role cannot access the queue's tables. */
  ownerUrl: string
  log: Logger
  times?: HeartbeatTimes
  /** Milliseconds for running jobs in `stop`; unfinished jobs are retried elsewhere. */
  shutdownTimeoutMs?: number
  /** Milliseconds without a byte after which a connection in use is closed. */
  silenceTimeoutMs?: number
}

export interface Worker {
  /** Takes no more jobs, waits for running ones, and releases the rest. */
  stop(): Promise<void>
}

/** Runs jobs until `stop`, `config.workerConcurrency` in parallel, and takes over those of dead workers. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { log, ownerUrl, services } = options
  const { workerConcurrency } = services.config
  const pool = openPool({
    url: ownerUrl,
    max: workerConcurrency + extraJobConnections,
    statement_timeout: 15_000,
    prepare: services.config.preparedStatements,
    silenceTimeoutMs: options.silenceTimeoutMs,
  })
  // The pool replaces a lost connection; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'the job queue lost a connection'))
  const queue = createQueuePool({ pool, log, isStopping: () => state.stopping })
  const state: WorkerState = {
    pool,
    queue,
    options,
    stopping: false,
    runner: null,
    members: new Set(),
    running: new Set(),
    idle: { jobs: [], lanes: [] },
    givenUp: false,
    startAgain() {},
  }
  services.telemetry?.gauges(createQueueGauges(pool))
  await start(state)
  const chores = startMaintenance(state)
  let stopped: Promise<void> | undefined
  return { stop: () => (stopped ??= stop(state, chores)) }
}

async function stop(state: WorkerState, chores: NodeJS.Timeout) {
  const { members, pool } = state
  state.stopping = true
  clearInterval(chores)
  const ids = [...members].map(({ id }) => id)
  await stopRunner(state)
  await Promise.all(ids.map((id) => endHeartbeat(pool, id).catch(() => {})))
  await pool.end()
}

/** Maximum milliseconds for a runner that stops itself. */
const mostEnding = 10_000

async function start(state: WorkerState) {
  const { options } = state
  const events = new EventEmitter()
  events.on('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => state.members.add(workerPool))
  events.on('pool:release', ({ workerPool }: { workerPool: WorkerPool }) => state.members.delete(workerPool))
  events.on('job:error', (event: Failure) => logFailure(options.log, event))
  const runner = await run({
    pgPool: state.queue.pool,
    taskList: trackRunningJobs(state, tasksOf(options)),
    parsedCronItems: parseCronItems((options.schedules ?? []).map(cronItem)),
    concurrency: options.services.config.workerConcurrency,
    // Milliseconds that a slot sleeps if another one is reading the lanes.
    pollInterval: 500,
    noPreparedStatements: !options.services.config.preparedStatements,
    noHandleSignals: true,
    events: events as never,
    logger: new QueueLogger(() => () => {}),
  })
  state.runner = runner
  let ended = false
  const again = async (error?: unknown) => {
    if (state.stopping || ended) return
    ended = true
    options.log.error({ err: error }, 'the job runner ended; starting it again')
    // Its remaining locks are released with its last heartbeat.
    for (const member of state.members) void Promise.resolve(member.forcefulShutdown('lost')).catch(() => {})
    state.members.clear()
    await startPatiently(state)
  }
  state.startAgain = (error) => void again(error)
  // A runner stopped by a database error may wait for ever.
  events.on('pool:gracefulShutdown', () => {
    if (!state.stopping) setTimeout(() => void again(new Error('it did not end')), mostEnding).unref()
  })
  runner.promise.then(() => again(), again)
  // Maintenance repeats it.
  await startHeartbeat(state).catch(() => {})
}

async function startPatiently(state: WorkerState) {
  while (!state.stopping) {
    await sleep(1_000)
    try {
      return await start(state)
    } catch (error) {
      state.options.log.warn({ err: error }, 'the job runner could not be started')
    }
  }
}

async function stopRunner(state: WorkerState) {
  const { runner, members, options } = state
  const late = setTimeout(() => {
    options.log.warn('jobs are still running; they will be tried again')
    state.givenUp = true
    for (const member of members)
      void Promise.resolve(member.forcefulShutdown('The worker is stopping')).catch(() => {})
  }, options.shutdownTimeoutMs ?? 12_000)
  // A forced stop throws an error.
  await runner?.stop().catch(() => {})
  clearTimeout(late)
}

interface Failure {
  job: { id: string; task_identifier: string; payload: unknown; attempts: number; max_attempts: number }
  error: unknown
}

function logFailure(log: Logger, { job, error }: Failure) {
  const { school_id } = job.payload as { school_id?: string }
  const details = { job: job.task_identifier, job_id: job.id, school_id, attempts: job.attempts, err: error }
  if (job.attempts >= job.max_attempts) log.error(details, 'job parked')
  else log.warn(details, 'job failed and will be tried again')
}

function tasksOf({ jobs, schedules = [], services, log }: WorkerOptions): TaskList {
  const tasks: TaskList = {}
  for (const job of jobs) {
    if (tasks[job.name]) throw new Error(`Two jobs are called ${job.name}.`)
    tasks[job.name] = async (payload, { job: { id } }) => {
      const started = performance.now()
      const { school_id, traceparent } = payload as Stamped
      const note = (failed: boolean) => {
        const ms = performance.now() - started
        services.telemetry?.job({ name: job.name, ms, failed })
        return Math.round(ms)
      }
      try {
        await inJobSpan({ name: job.name, id, school_id, traceparent }, () =>
          runJob(services, job, payload as Stamped, id),
        )
      } catch (error) {
        note(true)
        throw error
      }
      log.info({ job: job.name, job_id: id, school_id, ms: note(false) }, 'job')
    }
  }
  for (const schedule of schedules)
    tasks[taskOf(schedule)] = (_payload, { job: { id } }) =>
      inJobSpan({ name: taskOf(schedule), id, school_id: undefined, traceparent: undefined }, () =>
        enqueueScheduled(services, schedule),
      )
  tasks[reportParkedTask] = (report, { job: { id } }) =>
    reportParked(services, jobs, report as ParkedReport, id)
  return tasks
}

interface ParkedReport {
  school_id: string
  task: string
  payload: Stamped
}

async function reportParked(services: Services, jobs: Job[], report: ParkedReport, id: string) {
  const job = jobs.find(({ name }) => name === report.task)
  if (!job?.parked) return
  const payload = { ...report.payload, school_id: report.school_id }
  await runJob(services, { name: job.name, transaction: 'own', run: job.parked }, payload, id)
}

/** `brand_key` if enqueued at a reseller's root host without a school; `traceparent` if traced. */
type Stamped = { school_id: string; brand_key?: string; traceparent?: string } & Record<string, unknown>

async function runJob(services: Services, job: Job, payload: Stamped, id: string) {
  const requestContext = await contextOfJob(services, payload, `job-${id}`)
  // The school was erased after the job was enqueued: nothing is left to do.
  if (!requestContext) return
  const options = { onSchoolInvalidated: services.onSchoolInvalidated }
  if (job.transaction === 'own')
    await job.run(createCtxWithoutTx(requestContext, options) as never, payload as never)
  else await runTransaction(requestContext, options, (ctx) => job.run(ctx as never, payload as never))
}

async function contextOfJob(
  services: Services,
  { school_id, brand_key }: Stamped,
  request_id: string,
): Promise<RequestContext | null> {
  const school = school_id === PLATFORM_ID ? null : await services.hosts.byId(school_id)
  if (!school && school_id !== PLATFORM_ID) return null
  return contextFor(services, {
    school: school ?? { school_id, brand: await services.hosts.brand(brand_key ?? null) },
    actor: systemActor,
    source: { request_id, request_source: 'job' },
  })
}

const taskOf = (schedule: Schedule) => `schedule:${schedule.job.name}`

const cronItem = (schedule: Schedule) => ({
  task: taskOf(schedule),
  match: schedule.cron,
  // After downtime it runs once, not once for each missed time.
  options: { backfillPeriod: 0, maxAttempts: 5, jobKey: taskOf(schedule) },
})

async function enqueueScheduled(services: Services, { job, runsFor }: Schedule) {
  const schools = runsFor === 'platform' ? [PLATFORM_ID] : await schoolIds(services)
  for (const school_id of schools) {
    const requestContext = await contextOfJob(services, { school_id }, `schedule-${job.name}`)
    if (!requestContext) continue
    const job_key = taskOf({ job, runsFor, cron: '' })
    await runTransaction(requestContext, { onSchoolInvalidated: services.onSchoolInvalidated }, (ctx) =>
      ctx.enqueue(job, {}, { job_key }),
    )
  }
}

async function schoolIds({ databases }: Services) {
  const { rows } = await sql<{ school_id: string }>`select distinct school_id from school_hosts`.execute(
    databases.auxDb,
  )
  return rows.map((row) => row.school_id)
}
