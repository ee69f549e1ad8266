import pg from 'pg'
import type { OwnCtx } from '#platform/context.ts'
import type { Job } from '#platform/jobs.ts'
import type { SchoolStory } from './stories.ts'
import { inject } from 'vitest'
import { cloneTemplate } from './databases.ts'

export interface QueuedJob {
  task: string
  payload: Record<string, unknown>
  run_at: Date
  attempts: number
  /** The lowest first. */
  priority: number
}

/** Carries a job out as a worker would, without its queue. */
export async function runJob<P>(
  school: Pick<SchoolStory, 'inside'>,
  { run, transaction }: Job<P>,
  payload: P,
) {
  if (transaction === 'school') return school.inside((ctx) => run(ctx as never, payload as never))
  const around = await school.inside(async (ctx) => ctx)
  const own: OwnCtx = { ...around, transact: (work) => school.inside(work) }
  return run(own as never, payload as never)
}

/** The school's waiting jobs with this key, from a queue that the app's own role may not read. */
export async function queuedJobs(school_id: string, job_key: string): Promise<QueuedJob[]> {
  const suffix = `w${process.env.VITEST_POOL_ID ?? '0'}`
  const { ownerUrl } = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<QueuedJob>(
      `select t.identifier as task, j.payload, j.run_at, j.attempts, j.priority
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where j.key = $1`,
      [`${school_id}/${job_key}`],
    )
    return rows
  } finally {
    await client.end()
  }
}
