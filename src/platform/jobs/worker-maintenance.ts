import type { TaskList } from 'graphile-worker'
import { deleteOldChanges } from '../database/change-log.ts'
import {
  recordHeartbeat,
  releaseIdleLocks,
  releaseLostJobs,
  findIdleLocks,
  deleteEmptyLanes,
  defaultHeartbeatTimes,
  type HeldLocks,
} from './job-takeover.ts'
import type { WorkerState } from './worker-state.ts'

/** Records the heartbeat of this process regularly. */
export const startHeartbeat = ({ pool, members }: WorkerState) =>
  Promise.all([...members].map((member) => recordHeartbeat(pool, member.id)))

/** A lock that was unused at two checks is orphaned: the response that assigned or released it was lost. */
async function letGo({ pool, queue, members, running, idle }: WorkerState): Promise<HeldLocks> {
  // Jobs that have ended stay locked until that is recorded.
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

/** Tracks the running jobs. */
export function trackRunningJobs(state: WorkerState, tasks: TaskList): TaskList {
  const { running } = state
  const counted = Object.entries(tasks).map(([name, task]) => {
    const run: typeof task = async (payload, helpers) => {
      running.add(helpers.job.id)
      try {
        return await task!(payload, helpers)
      } finally {
        running.delete(helpers.job.id)
        // Another worker runs it by now, and the queue's connections are closed.
        if (state.givenUp) await new Promise(() => {})
      }
    }
    return [name, run]
  })
  return Object.fromEntries(counted) as TaskList
}

/** Starts the queue's maintenance; it runs until the returned timer is cleared. */
export function startMaintenance(state: WorkerState) {
  const { options, pool } = state
  const times = options.times ?? defaultHeartbeatTimes
  const { ownerField, reported } = options
  let round = 0
  let roundsAlone = 0
  async function chores() {
    roundsAlone = state.members.size === 0 ? roundsAlone + 1 : 0
    if (roundsAlone === 2) state.startAgain(new Error('nobody takes jobs'))
    try {
      await startHeartbeat(state)
      const lost = await releaseLostJobs(pool, times, { ownerField, reported })
      for (const { id, task, owner_id, attempts, parked } of lost)
        options.log[parked ? 'error' : 'warn'](
          { job: task, job_id: id, [ownerField]: owner_id, attempts },
          parked ? 'job parked' : 'job taken over',
        )
      state.idle = await letGo(state)
      if (++round % 30 === 0) await Promise.all([deleteEmptyLanes(pool), deleteOldChanges(pool)])
    } catch (error) {
      if (!state.stopping) options.log.warn({ err: error }, 'the job queue could not be looked after')
    }
  }
  return setInterval(() => void chores(), times.heartbeatMs)
}
