import type { Task, TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { inJobSpan } from '#platform/jobs/job-spans.ts'
import { reportParkedTask } from '#platform/jobs/job-takeover.ts'
import { startQueueWorker, type Worker } from '#platform/jobs/queue-worker.ts'
import type { WorkerSettings } from '#platform/jobs/worker-state.ts'
import { contextFor } from '../context/context-for.ts'
import type { RequestContext } from '../context/request-context.ts'
import { systemActor } from '../access/actor.ts'
import { PLATFORM_ID } from '../hosts/school.ts'
import { schoolAttributes } from '../context/school-attributes.ts'
import type { Services } from '../http/endpoints.ts'
import { createCtxWithoutTx, runTransaction } from '../http/school-transaction.ts'
import type { Job, Schedule } from './define-job.ts'

export type { Worker } from '#platform/jobs/queue-worker.ts'

export interface WorkerOptions extends WorkerSettings {
  jobs: Job[]
  schedules?: Schedule[]
  services: Services
}

/** Runs the jobs and schedules of all schools until `stop`, and takes over those of workers that died. */
export function startWorker(options: WorkerOptions): Promise<Worker> {
  const { jobs, schedules = [], services, ...settings } = options
  const { workerConcurrency, preparedStatements } = services.config
  return startQueueWorker({
    ...settings,
    taskList: tasksOf(options),
    cronItems: schedules.map(cronItem),
    reported: jobs.filter(({ parked }) => parked).map(({ name }) => name),
    ownerField: 'school_id',
    concurrency: workerConcurrency,
    preparedStatements,
    telemetry: services.telemetry,
  })
}

function tasksOf({ jobs, schedules = [], services, log }: WorkerOptions): TaskList {
  const tasks: TaskList = {}
  for (const job of jobs) {
    if (tasks[job.name]) throw new Error(`Two jobs are called ${job.name}.`)
    tasks[job.name] = async (payload, { job: { id } }) => {
      const started = performance.now()
      const { school_id, traceparent } = payload as Stamped
      const note = (failed: boolean) => {
        const ms = performance.now() - started
        services.telemetry?.job({ name: job.name, ms, failed })
        return Math.round(ms)
      }
      try {
        await inJobSpan({ name: job.name, id, attributes: schoolAttributes(school_id), traceparent }, () =>
          runJob(services, job, { id, payload: payload as Stamped }),
        )
      } catch (error) {
        note(true)
        throw error
      }
      log.info({ job: job.name, job_id: id, school_id, ms: note(false) }, 'job')
    }
  }
  for (const schedule of schedules)
    tasks[taskOf(schedule)] = (_payload, { job: { id } }) =>
      inJobSpan({ name: taskOf(schedule), id, attributes: {}, traceparent: undefined }, () =>
        enqueueScheduled(services, schedule),
      )
  tasks[reportParkedTask] = createParkedTask(services, jobs)
  return tasks
}

/** The task that runs the `parked` handler of a parked job. */
const createParkedTask =
  (services: Services, jobs: Job[]): Task =>
  async (report, { job: { id } }) => {
    const { task, school_id, payload } = report as ParkedReport
    const job = jobs.find(({ name }) => name === task)
    if (!job?.parked) return
    const reporting: Job = { name: job.name, transaction: 'own', run: job.parked }
    await runJob(services, reporting, { id, payload: { ...payload, school_id } })
  }

interface ParkedReport {
  school_id: string
  task: string
  payload: Stamped
}

/** `brand_key` if enqueued at a reseller's root host without a school; `traceparent` if traced. */
type Stamped = { school_id: string; brand_key?: string; traceparent?: string } & Record<string, unknown>

async function runJob(services: Services, job: Job, { id, payload }: { id: string; payload: Stamped }) {
  const requestContext = await contextOfJob(services, payload, `job-${id}`)
  // The school was erased after the job was enqueued: nothing is left to do.
  if (!requestContext) return
  const options = { onSchoolInvalidated: services.onSchoolInvalidated }
  if (job.transaction === 'own')
    await job.run(createCtxWithoutTx(requestContext, options) as never, payload as never)
  else await runTransaction(requestContext, options, (ctx) => job.run(ctx as never, payload as never))
}

async function contextOfJob(
  services: Services,
  { school_id, brand_key }: Stamped,
  request_id: string,
): Promise<RequestContext | null> {
  const school = school_id === PLATFORM_ID ? null : await services.hosts.byId(school_id)
  if (!school && school_id !== PLATFORM_ID) return null
  return contextFor(services, {
    school: school ?? { school_id, brand: await services.hosts.brand(brand_key ?? null) },
    actor: systemActor,
    source: { request_id, request_source: 'job' },
  })
}

const taskOf = (schedule: Schedule) => `schedule:${schedule.job.name}`

const cronItem = (schedule: Schedule) => ({
  task: taskOf(schedule),
  match: schedule.cron,
  // After downtime it runs once, not once for each missed time.
  options: { backfillPeriod: 0, maxAttempts: 5, jobKey: taskOf(schedule) },
})

async function enqueueScheduled(services: Services, { job, runsFor }: Schedule) {
  const schools = runsFor === 'platform' ? [PLATFORM_ID] : await schoolIds(services)
  for (const school_id of schools) {
    const requestContext = await contextOfJob(services, { school_id }, `schedule-${job.name}`)
    if (!requestContext) continue
    const job_key = taskOf({ job, runsFor, cron: '' })
    await runTransaction(requestContext, { onSchoolInvalidated: services.onSchoolInvalidated }, (ctx) =>
      ctx.enqueue(job, {}, { job_key }),
    )
  }
}

async function schoolIds({ databases }: Services) {
  const { rows } = await sql<{ school_id: string }>`select distinct school_id from school_hosts`.execute(
    databases.auxDb,
  )
  return rows.map((row) => row.school_id)
}
