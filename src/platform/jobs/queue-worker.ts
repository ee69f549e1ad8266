import { Logger as QueueLogger, parseCronItems, run, type WorkerPool } from 'graphile-worker'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { extraJobConnections } from '../database/connection-budget.ts'
import { openPool } from '../database/pool.ts'
import { createQueueGauges } from './create-queue-gauges.ts'
import { endHeartbeat } from './job-takeover.ts'
import { createQueuePool } from './queue-pool.ts'
import { trackRunningJobs, startHeartbeat, startMaintenance } from './worker-maintenance.ts'
import type { QueueWorkerOptions, WorkerState } from './worker-state.ts'

export interface Worker {
  /** Takes no more jobs, waits for running ones, and releases the rest. */
  stop(): Promise<void>
}

/** Runs jobs until `stop`, `config.workerConcurrency` in parallel, and takes over those of dead workers. */
export async function startQueueWorker(options: QueueWorkerOptions): Promise<Worker> {
  const { log, ownerUrl, concurrency } = options
  const pool = openPool({
    url: ownerUrl,
    max: concurrency + extraJobConnections,
    statement_timeout: 15_000,
    prepare: options.preparedStatements,
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
  options.telemetry?.gauges(createQueueGauges(pool))
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
const maxEndingMs = 10_000

async function start(state: WorkerState) {
  const { options } = state
  const events = new EventEmitter()
  events.on('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => state.members.add(workerPool))
  events.on('pool:release', ({ workerPool }: { workerPool: WorkerPool }) => state.members.delete(workerPool))
  events.on('job:error', (event: Failure) => logFailure(options, event))
  const runner = await run({
    pgPool: state.queue.pool,
    taskList: trackRunningJobs(state, options.taskList),
    parsedCronItems: parseCronItems(options.cronItems),
    concurrency: options.concurrency,
    // Milliseconds that a slot sleeps if another one is reading the lanes.
    pollInterval: 500,
    noPreparedStatements: !options.preparedStatements,
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
    if (!state.stopping) setTimeout(() => void again(new Error('it did not end')), maxEndingMs).unref()
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

function logFailure({ log, ownerField }: QueueWorkerOptions, { job, error }: Failure) {
  const owner = { [ownerField]: (job.payload as Record<string, unknown>)[ownerField] }
  const details = { job: job.task_identifier, job_id: job.id, ...owner, attempts: job.attempts, err: error }
  if (job.attempts >= job.max_attempts) log.error(details, 'job parked')
  else log.warn(details, 'job failed and will be tried again')
}
