import type { CronItem, Runner, TaskList, WorkerPool } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { HeartbeatTimes, HeldLocks } from './job-takeover.ts'
import type { QueuePool } from './queue-pool.ts'

export interface WorkerSettings {
  /** Connection of the owner: the application's role cannot access the queue's tables. */
  ownerUrl: string
  log: Logger
  times?: HeartbeatTimes
  /** Milliseconds for running jobs in `stop`; unfinished jobs are retried elsewhere. */
  shutdownTimeoutMs?: number
  /** Milliseconds without a byte after which a connection in use is closed. */
  silenceTimeoutMs?: number
}

export interface QueueWorkerOptions extends WorkerSettings {
  taskList: TaskList
  cronItems: CronItem[]
  /** Tasks whose jobs are reported when they are parked because of their crashes. */
  reported: string[]
  /** The field of a job's payload that names its owner; log lines carry it. */
  ownerField: string
  /** Jobs that run at once. */
  concurrency: number
  preparedStatements: boolean
  telemetry?: Telemetry | undefined
}

/** State of a worker process. */
export interface WorkerState {
  pool: pg.Pool
  /** Pool of graphile-worker. */
  queue: QueuePool
  options: QueueWorkerOptions
  stopping: boolean
  runner: Runner | null
  /** Pools of the queue: one set of slots each, whose id is in the locks. */
  members: Set<WorkerPool>
  /** Ids of the jobs that run here. */
  running: Set<string>
  /** Locks of ours that were unused at the last check. */
  idle: HeldLocks
  /** Running jobs were released: their end is not recorded. */
  givenUp: boolean
  /** Abandons the current runner and starts another. */
  startAgain: (error: unknown) => void
}
