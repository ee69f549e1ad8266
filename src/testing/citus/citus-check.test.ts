import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { cloneTemplate } from '../harness/databases.ts'
import { prepareCluster } from './prepare-cluster.ts'
import { readStatements, statementRecorder } from './recorded-statements.ts'
import { runStatements } from './run-statements.ts'

const ownerUrl = async () =>
  (await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), `w${process.env.VITEST_POOL_ID}`))
    .ownerUrl

test('refuses a Postgres without Citus before it changes anything', async () => {
  await expect(prepareCluster(await ownerUrl())).rejects.toThrow('This Postgres has no Citus extension.')
})

test('runs recorded statements, and names those that a database refuses', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'lyceum-statements-')), 'statements.jsonl')
  const record = statementRecorder(file)
  const school_id = '0198f2a4-0000-7000-8000-000000000001'
  const insert = 'insert into school_stats (school_id) values ($1)'
  const refused = 'select no_such_column from courses where school_id = $1'
  const values = 'select $1::timestamptz as at, $2::bytea as bytes, $3::jsonb as json, $4::text[] as list'
  record({ text: insert, parameters: [school_id] })
  record({ text: insert, parameters: ['again'] })
  record({ text: refused, parameters: [school_id] })
  record({ text: values, parameters: [new Date(0), Buffer.from('x'), { a: 1 }, ['b']] })
  const results = await runStatements(await ownerUrl(), readStatements(file))
  expect(results).toEqual([
    { text: insert, error: null, shards: null },
    { text: refused, error: 'column "no_such_column" does not exist', shards: null },
    { text: values, error: null, shards: null },
  ])
})
