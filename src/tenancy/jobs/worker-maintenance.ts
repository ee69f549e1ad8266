import type { Runner, TaskList, WorkerPool } from 'graphile-worker'
import type pg from 'pg'
import { deleteOldChanges } from '#platform/database/change-log.ts'
import {
  recordHeartbeat,
  releaseIdleLocks,
  releaseLostJobs,
  findIdleLocks,
  deleteEmptyLanes,
  defaultHeartbeatTimes,
  type HeldLocks,
} from '#platform/jobs/job-takeover.ts'
import type { QueuePool } from '#platform/jobs/queue-pool.ts'
import type { WorkerOptions } from './worker.ts'

/** What a worker process knows of itself. */
export interface WorkerState {
  pool: pg.Pool
  /** What graphile-worker runs its statements on. */
  queue: QueuePool
  options: WorkerOptions
  stopping: boolean
  runner: Runner | null
  /** What the queue calls a pool: one set of slots, whose id stands in the locks. */
  members: Set<WorkerPool>
  /** Ids of the jobs that run here. */
  running: Set<string>
  /** Locks of ours that nobody used at the last look. */
  idle: HeldLocks
  /** What still runs was given back: its end is not told. */
  givenUp: boolean
  /** Leaves the runner of now to itself and starts another. */
  startAgain: (error: unknown) => void
}

/** Says that this process lives. */
export const startHeartbeat = ({ pool, members }: WorkerState) =>
  Promise.all([...members].map((member) => recordHeartbeat(pool, member.id)))

/** A lock that was idle at two looks is held for nothing: the answer that gave it, or took it back, was lost. */
async function letGo({ pool, queue, members, running, idle }: WorkerState): Promise<HeldLocks> {
  // Jobs that have ended here stay locked until that is recorded.
  if (queue.isLate()) return { jobs: [], lanes: [] }
  const ids = [...members].map(({ id }) => id)
  const now = await findIdleLocks(pool, ids, [...running])
  const still = {
    jobs: now.jobs.filter((id) => idle.jobs.includes(id)),
    lanes: now.lanes.filter((id) => idle.lanes.includes(id)),
  }
  if (still.jobs.length + still.lanes.length > 0) await releaseIdleLocks(pool, ids, still)
  return now
}

/** Keeps count of what runs. */
export function trackRunningJobs(state: WorkerState, tasks: TaskList): TaskList {
  const { running } = state
  const counted = Object.entries(tasks).map(([name, task]) => {
    const run: typeof task = async (payload, helpers) => {
      running.add(helpers.job.id)
      try {
        return await task!(payload, helpers)
      } finally {
        running.delete(helpers.job.id)
        // Somebody else runs it by now, and the connections that the queue would hear of its end by are closed.
        if (state.givenUp) await new Promise(() => {})
      }
    }
    return [name, run]
  })
  return Object.fromEntries(counted) as TaskList
}

/** Looks after the queue until the timer that it answers is cleared. */
export function startMaintenance(state: WorkerState) {
  const { options, pool } = state
  const times = options.times ?? defaultHeartbeatTimes
  const reported = options.jobs.filter(({ parked }) => parked).map(({ name }) => name)
  let round = 0
  let roundsAlone = 0
  async function chores() {
    roundsAlone = state.members.size === 0 ? roundsAlone + 1 : 0
    if (roundsAlone === 2) state.startAgain(new Error('nobody takes jobs'))
    try {
      await startHeartbeat(state)
      for (const { id, task, school_id, attempts, parked } of await releaseLostJobs(pool, times, reported))
        options.log[parked ? 'error' : 'warn'](
          { job: task, job_id: id, school_id, attempts },
          parked ? 'job parked' : 'job taken over',
        )
      state.idle = await letGo(state)
      if (++round % 30 === 0) await Promise.all([deleteEmptyLanes(pool), deleteOldChanges(pool)])
    } catch (error) {
      if (!state.stopping) options.log.warn({ err: error }, 'the job queue could not be looked after')
    }
  }
  return setInterval(() => void chores(), times.beat)
}
