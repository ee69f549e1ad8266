import type { Ctx, CtxWithoutTx } from '../context/request-context.ts'
import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Work that is done after a commit, at least once: `run` must bear being run again. */
export interface Job<Payload = unknown> extends JobHandle<Payload> {
  name: string
  transaction: 'school' | 'own'
  run: (ctx: never, payload: never) => Promise<unknown>
  parked?: ((ctx: CtxWithoutTx, payload: never) => Promise<unknown>) | undefined
}

interface JobDetails<Payload> {
  name: string
  /**
   * Runs after the job was parked because two workers in a row ended while they ran it: `run` had no chance to fail.
   * Records the failure for whoever waits for the job. Repeatable, as `run` is.
   */
  parked?: (ctx: CtxWithoutTx, payload: Payload) => Promise<unknown>
}

interface SchoolJob<Payload> extends JobDetails<Payload> {
  transaction?: 'school'
  /** Runs in one transaction of the school that enqueued it. */
  run(ctx: Ctx, payload: Payload): Promise<unknown>
}

interface OwnJob<Payload> extends JobDetails<Payload> {
  /** For jobs that call something outside: they open their short transactions themselves. */
  transaction: 'own'
  run(ctx: CtxWithoutTx, payload: Payload): Promise<unknown>
}

/**
 * Declares a job, to be enqueued by `ctx.enqueue(job, payload)`. When `run` throws it is tried again with growing
 * pauses, five times in all; then it is parked with its error. When its process ends it counts as a try too, and a second
 * time in a row parks it at once.
 */
export function defineJob<Payload = object>(job: OwnJob<Payload>): Job<Payload>
export function defineJob<Payload = object>(job: SchoolJob<Payload>): Job<Payload>
export function defineJob<Payload>(job: OwnJob<Payload> | SchoolJob<Payload>): Job<Payload> {
  // A worker hands each job the context of its own declaration; a list of all jobs cannot say so.
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
  /** Whether it runs once for the platform or once in each school. */
  each: 'platform' | 'school'
}

/** Declares when a job runs by itself. A run is left out while the one before it still waits. */
export function defineSchedule<Payload>(schedule: Omit<Schedule, 'job'> & { job: Job<Payload> }): Schedule {
  return schedule as Schedule
}
