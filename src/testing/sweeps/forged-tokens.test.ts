import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '#app.ts'
import { inSchool, type Databases } from '#platform/database/database.server.ts'
import type { Route } from '#platform/contract/route.ts'
import { newToken } from '#platform/security/tokens.ts'
import { unwatchedDatabases } from '../harness/harness.ts'
import { addressOf } from '../builders/people.ts'
import { sampleOf } from './sample-values.ts'
import { aSchool, aVisitor, type SchoolStory } from '../builders/school-builder.ts'

/** Counters by network are bounded by the networks that call; everything else would grow with what is invented. */
const mayGrow = (row: string) => /\/address\//.test(row)

let school: SchoolStory
let databases: Databases
beforeAll(async () => {
  school = await aSchool()
  databases = await unwatchedDatabases()
})
afterAll(() => databases.close())

/** What an anonymous caller could grow: the number of rows of each table, and every counter by its name. */
const rowsOf = (school_id: string) =>
  inSchool(databases.db, school_id, async (tx) => {
    const { rows: tables } = await sql<{ relname: string }>`
      select relname from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'rate_counters'
        and has_table_privilege(oid, 'select')
      order by relname`.execute(tx)
    const counts: string[] = []
    for (const { relname } of tables) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(relname)}`.execute(
        tx,
      )
      counts.push(`${relname} ${rows[0]!.n}`)
    }
    const counters = await tx.selectFrom('rate_counters').select('bucket').execute()
    return [
      ...counts,
      ...counters.map(({ bucket }) => bucket).filter((bucket) => !mayGrow(bucket)),
    ].toSorted()
  })

function request(route: Route) {
  const input = {
    ...(sampleOf(route.body) as object),
    ...(sampleOf(route.query) as object),
    ...(sampleOf(route.params) as object),
  }
  if (route.scope === 'school' && 'school_id' in input) Object.assign(input, { school_id: school.school_id })
  return addressOf(route, input)
}

test('an invented token leaves no row behind on any route that needs a person', async () => {
  const root = await aVisitor()
  const guarded = routes.filter(({ can }) => can !== 'public')
  const before = await rowsOf(school.school_id)
  for (const route of guarded) {
    const caller = route.scope === 'platform' ? root : school.visitor()
    const headers = { 'x-access-token': newToken(), 'idempotency-key': newToken() }
    const answer = await caller.request({ ...request(route), headers })
    expect(answer.status, route.name).toBe(401)
  }
  expect(await rowsOf(school.school_id)).toEqual(before)
})
