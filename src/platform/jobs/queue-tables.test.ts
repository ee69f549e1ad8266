import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { mustSucceed, queueTables } from './queue-tables.ts'

// If an upgrade of graphile-worker fails this file: compare its migrations and statements with src/platform/jobs
// and the job functions in migrations/, adapt them, then update this list.

const root = join(import.meta.dirname, '../../..')

test('names private tables of graphile-worker in one source file only', () => {
  const allowed = [
    'src/platform/database/database-types.ts',
    'src/platform/jobs/queue-tables.ts',
    'src/platform/jobs/queue-tables.test.ts',
  ]
  const others = globSync('{src,scripts,e2e,bench,faults}/**/*.{ts,tsx,js}', { cwd: root })
    .filter((file) => !allowed.includes(file))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('_private_'))
  expect(others).toEqual([])
})

test('relies on private tables that have the expected columns', async () => {
  const suffix = `queue${process.env.VITEST_POOL_ID ?? '0'}`
  const { ownerUrl } = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select attrelid::regclass::text as name,
      array_agg(format('%s %s%s', attname, format_type(atttypid, atttypmod), case when attnotnull then '' else '?' end)
        order by attname) as columns
    from pg_attribute where attrelid = any($1::regclass[]) and attnum > 0 and not attisdropped group by attrelid`,
    [Object.values(queueTables)],
  )
  expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))).toEqual({
    [queueTables.jobs]: [
      'attempts smallint',
      'created_at timestamp with time zone',
      'flags jsonb?',
      'id bigint',
      'is_available boolean',
      'job_queue_id integer?',
      'key text?',
      'last_error text?',
      'locked_at timestamp with time zone?',
      'locked_by text?',
      'max_attempts smallint',
      'payload json',
      'priority smallint',
      'revision integer',
      'run_at timestamp with time zone',
      'task_id integer',
      'updated_at timestamp with time zone',
    ],
    [queueTables.lanes]: [
      'id integer',
      'is_available boolean',
      'locked_at timestamp with time zone?',
      'locked_by text?',
      'queue_name text',
    ],
    [queueTables.tasks]: ['id integer', 'identifier text'],
    [queueTables.crontabs]: [
      'identifier text',
      'known_since timestamp with time zone',
      'last_execution timestamp with time zone?',
    ],
  })
})

test('only four functions of the migrations name a private table', async () => {
  const client = new pg.Client({ connectionString: inject('templateUrl') })
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosrc like '%\\_private\\_%'
      order by proname`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'delete_parked_jobs',
    'delete_school_jobs',
    'parked_jobs',
    'retry_parked_jobs',
  ])
})

test('marks every statement that records the end of a job, or reads task ids, as one that must succeed', () => {
  const library = (file: string) =>
    readFileSync(join(root, 'node_modules/graphile-worker/dist', file), 'utf8')
  const names = ['sql/completeJobs.js', 'sql/failJobs.js'].flatMap((file) =>
    [...library(file).matchAll(/`(\w+)\/\$\{workerSchema\}`/g)].map((match) => match[1]!),
  )
  expect(names.toSorted()).toEqual([
    'complete_job',
    'complete_job_q',
    'complete_jobs',
    'fail_job',
    'fail_job_q',
    'fail_jobs',
  ])
  expect(names.filter((name) => !mustSucceed({ name: `${name}/graphile_worker`, text: '' }))).toEqual([])
  const lookups = [...library('taskIdentifiers.js').matchAll(/text: `([^`]+)`/g)].map((match) => match[1]!)
  expect(lookups.length).toBeGreaterThan(0)
  expect(lookups.filter((text) => !mustSucceed({ text }))).toEqual([])
})
