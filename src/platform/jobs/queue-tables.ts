import type pg from 'pg'

/**
 * Private tables of graphile-worker 0.18, which has no public way to inspect or release a job. No other file
 * names them; `queue-tables.test.ts` fails if an upgrade changes them.
 */
export const queueTables = {
  jobs: 'graphile_worker._private_jobs',
  lanes: 'graphile_worker._private_job_queues',
  tasks: 'graphile_worker._private_tasks',
  crontabs: 'graphile_worker._private_known_crontabs',
} as const

/**
 * Statements of graphile-worker 0.18 that must not fail. It does not await the one that records the end of a job,
 * so an error is an unhandled rejection; and it reads the ids of its tasks only once.
 */
export const mustSucceed = ({ name = '', text }: pg.QueryConfig) =>
  /^(?:complete_job|fail_job)(?:s|_q)?\//.test(name) || text.includes('._private_tasks as tasks')
