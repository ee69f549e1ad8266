import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUnrecordedDatabases } from '#testing/harness/harness.ts'
import { compileOnce } from './compile-once.ts'
import type { Databases } from './database.server.ts'

let databases: Databases
let built = 0

beforeAll(async () => {
  databases = await openUnrecordedDatabases()
})
afterAll(() => databases.close())

interface Values {
  day: Date
  text: string | null
}

const describe = compileOnce((tx, { day, text }: Values) => {
  built++
  return tx
    .selectFrom('rate_limit_counters')
    .select(sql<string>`coalesce(${text}::text, 'none')`.as('text'))
    .select(sql<string>`coalesce(${text}::text, 'none') || (${day}::date)::text`.as('dated'))
    .limit(1)
})

test('builds a statement once, and runs it with the values of each call', async () => {
  const { auxDb } = databases
  const row = { bucket: `compiled/${process.pid}`, window_start: new Date(), count: 1 }
  await auxDb.insertInto('rate_limit_counters').values(row).execute()
  const first = await describe(auxDb, { day: new Date('2026-03-01T00:00:00Z'), text: 'a' })
  const second = await describe(auxDb, { day: new Date('2027-04-02T00:00:00Z'), text: null })
  expect(first).toEqual([{ text: 'a', dated: 'a2026-03-01' }])
  expect(second).toEqual([{ text: 'none', dated: 'none2027-04-02' }])
  expect(built).toBe(1)
})
