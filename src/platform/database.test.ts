import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unwatchedDatabases } from '#testing/harness.ts'
import { inSchool, type Databases } from './database.server.ts'

let databases: Databases
const school_id = '0198a1b2-0000-7000-8000-000000000001'

beforeAll(async () => {
  databases = await unwatchedDatabases()
})
afterAll(() => databases.close())

const pidOf = async (tx: Databases['db']) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  return rows[0]!.pid
}
const end = (pid: number) => sql`select pg_terminate_backend(${pid})`.execute(databases.side)

test('a transaction whose connection breaks fails alone, and the next one has another connection', async () => {
  const broken = inSchool(databases.db, school_id, async (tx) => {
    await end(await pidOf(tx))
    // The connection is told so while it waits for nothing, when nobody would catch it.
    await new Promise((resume) => setTimeout(resume, 100))
    await sql`select 1`.execute(tx)
  })
  await expect(broken).rejects.toThrow(/terminat|closed|EPIPE|ECONNRESET|not queryable/)
  await expect(inSchool(databases.db, school_id, pidOf)).resolves.toBeGreaterThan(0)
})
