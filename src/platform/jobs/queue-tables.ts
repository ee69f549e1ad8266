import type pg from 'pg'

/**
 * Tables of graphile-worker 0.18 that are not part of its public interface, read here because it has no other way to
 * look at a job or to free one. No other file names them; `queue-tables.test.ts` fails where an upgrade changes them.
 */
export const queueTables = {
  jobs: 'graphile_worker._private_jobs',
  lanes: 'graphile_worker._private_job_queues',
  tasks: 'graphile_worker._private_tasks',
  crontabs: 'graphile_worker._private_known_crontabs',
} as const

/**
 * The statements of graphile-worker 0.18 whose failure it cannot bear. It records the end of a job without waiting for
 * it, so that an error is an unhandled rejection; and it never again asks for the ids of its tasks.
 */
export const mustSucceed = ({ name = '', text }: pg.QueryConfig) =>
  /^(?:complete_job|fail_job)(?:s|_q)?\//.test(name) || text.includes('._private_tasks as tasks')
