import type { Ctx, CtxWithoutTx } from '../context/request-context.ts'
import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Work after a commit, run at least once: `run` must be safe to repeat. */
export interface Job<Payload = unknown> extends JobHandle<Payload> {
  name: string
  transaction: 'school' | 'own'
  run: (ctx: never, payload: never) => Promise<unknown>
  parked?: ((ctx: CtxWithoutTx, payload: never) => Promise<unknown>) | undefined
}

interface JobDetails<Payload> {
  name: string
  /**
   * Runs after the job was parked because two workers in a row died while they ran it, so that `run` could not
   * fail. Records the failure. Must be safe to repeat.
   */
  parked?: (ctx: CtxWithoutTx, payload: Payload) => Promise<unknown>
}

interface SchoolJob<Payload> extends JobDetails<Payload> {
  transaction?: 'school'
  /** Runs in one transaction of the school that enqueued it. */
  run(ctx: Ctx, payload: Payload): Promise<unknown>
}

interface OwnJob<Payload> extends JobDetails<Payload> {
  /** For jobs that call external services: they open short transactions themselves. */
  transaction: 'own'
  run(ctx: CtxWithoutTx, payload: Payload): Promise<unknown>
}

/**
 * Declares a job, for `ctx.enqueue(job, payload)`. If `run` throws it is retried with growing pauses, five times
 * in all; then it is parked with its error. The death of its process counts as a failure too, and a second one in
 * a row parks it at once.
 */
export function defineJob<Payload = object>(job: OwnJob<Payload>): Job<Payload>
export function defineJob<Payload = object>(job: SchoolJob<Payload>): Job<Payload>
export function defineJob<Payload>(job: OwnJob<Payload> | SchoolJob<Payload>): Job<Payload> {
  // A worker gives each job the context of its declaration, which the type of a list cannot express.
  return {
    ...job,
    transaction: job.transaction ?? 'school',
    run: job.run.bind(job) as Job['run'],
    parked: job.parked as Job['parked'],
  }
}

export interface Schedule {
  job: Job
  /** `minute hour day month weekday`, in UTC. */
  cron: string
  /** Whether it runs once for the platform or once per school. */
  runsFor: 'platform' | 'school'
}

/** Declares when a job runs regularly. A run is skipped while the previous one is waiting. */
export function defineSchedule<Payload>(schedule: Omit<Schedule, 'job'> & { job: Job<Payload> }): Schedule {
  return schedule as Schedule
}
