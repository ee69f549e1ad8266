import { queueTables } from '#platform/jobs/queue-tables.ts'
import pg from 'pg'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { Job } from '#tenancy/jobs/define-job.ts'
import type { TestSchool } from './school-builder.ts'
import { inject } from 'vitest'
import { cloneTemplate } from '../harness/databases.ts'

export interface QueuedJob {
  task: string
  payload: Record<string, unknown>
  run_at: Date
  attempts: number
  /** The lowest runs first. */
  priority: number
}

/** Runs a job like a worker, without the queue. */
export async function runJob<P>(
  school: Pick<TestSchool, 'transact'>,
  { run, transaction }: Job<P>,
  payload: P,
) {
  if (transaction === 'school') return school.transact((ctx) => run(ctx as never, payload as never))
  const requestContext = await school.transact(async (ctx) => ctx)
  const own: CtxWithoutTx = { ...requestContext, transact: (work) => school.transact(work) }
  return run(own as never, payload as never)
}

let owner: Promise<pg.Pool> | undefined
async function openOwner() {
  const suffix = `w${process.env.VITEST_POOL_ID ?? '0'}`
  const { ownerUrl } = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2, allowExitOnIdle: true })
  pool.on('error', () => {})
  return pool
}

/** Runs a statement as the database's owner: the application's role cannot read the queue's tables. */
export async function queryAsOwner<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[],
): Promise<Row[]> {
  owner ??= openOwner()
  return (await (await owner).query<Row>(text, values)).rows
}

/** The school's waiting jobs with this key. */
export const listQueuedJobs = (school_id: string, job_key: string) =>
  queryAsOwner<QueuedJob>(
    `select t.identifier as task, j.payload, j.run_at, j.attempts, j.priority
     from ${queueTables.jobs} j join ${queueTables.tasks} t on t.id = j.task_id where j.key = $1`,
    [`${school_id}/${job_key}`],
  )

/** Runs the school's waiting jobs of one kind; they stay in the queue. */
export async function runQueuedJobs<P>(school: Pick<TestSchool, 'transact' | 'school_id'>, job: Job<P>) {
  const rows = await queryAsOwner<{ payload: P }>(
    `select j.payload from ${queueTables.jobs} j
     join ${queueTables.tasks} t on t.id = j.task_id
     where t.identifier = $1 and j.payload ->> 'school_id' = $2 order by j.id`,
    [job.name, school.school_id],
  )
  for (const { payload } of rows) await runJob(school, job, payload)
}
