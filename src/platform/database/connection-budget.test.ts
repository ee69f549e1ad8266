import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { readConnectionLimit, requestConnections } from './connection-budget.ts'
import { openPool } from './pool.ts'

const suffix = `w${process.env.VITEST_POOL_ID}`
const ownerUrl = async () =>
  (await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)).ownerUrl

test('uses at most half of the database’s connections per process', () => {
  expect(requestConnections({ limit: 97, requested: 12, workerConcurrency: 4 })).toBe(12)
  expect(requestConnections({ limit: 40, requested: 12, workerConcurrency: 4 })).toBe(8)
  expect(requestConnections({ limit: 97, requested: 100, workerConcurrency: 4 })).toBe(36)
  expect(requestConnections({ limit: 10, requested: 12, workerConcurrency: 4 })).toBe(2)
})

test('reads the limit of the server, or the lower one of the database', async () => {
  const url = await ownerUrl()
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const name = admin.escapeIdentifier(new URL(url).pathname.slice(1))
  try {
    expect(await readConnectionLimit(url)).toBeGreaterThan(50)
    await admin.query(`alter database ${name} connection limit 50`)
    expect(await readConnectionLimit(url)).toBe(50)
  } finally {
    await admin.query(`alter database ${name} connection limit -1`)
    await admin.end()
  }
})

test('keeps an idle connection open for ten minutes', async () => {
  const pool = openPool({ url: await ownerUrl(), max: 1 })
  expect(pool.options.idleTimeoutMillis).toBe(600_000)
  await pool.end()
})
