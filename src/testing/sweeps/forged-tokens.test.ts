import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRoutes } from '#app.ts'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import type { Databases } from '#platform/database/database.server.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { newToken } from '#platform/security/tokens.ts'
import { openUnrecordedDatabases } from '../harness/harness.ts'
import { withRequestCostGuard } from '../builders/request-cost.ts'
import { buildRequest } from '../builders/test-client.ts'
import { sampleValue } from './sample-values.ts'
import { createTestSchool, createTestVisitor, type TestSchool } from '../builders/school-builder.ts'

/** Counters by network are limited by the number of networks; all others would grow with invented values. */
const mayGrow = (row: string) => /\/address\//.test(row)

let school: TestSchool
let databases: Databases
beforeAll(async () => {
  school = await createTestSchool()
  databases = await openUnrecordedDatabases()
})
afterAll(() => databases.close())

/** Rows that an anonymous caller could create: the count of each table, and every counter by name. */
const rowsOf = (school_id: string) =>
  withSchoolTx(databases.db, school_id, async (tx) => {
    const { rows: tables } = await sql<{ relname: string }>`
      select relname from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'rate_limit_counters'
        and has_table_privilege(oid, 'select')
      order by relname`.execute(tx)
    const counts: string[] = []
    for (const { relname } of tables) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(relname)}`.execute(
        tx,
      )
      counts.push(`${relname} ${rows[0]!.n}`)
    }
    const counters = await tx.selectFrom('rate_limit_counters').select('bucket').execute()
    return [
      ...counts,
      ...counters.map(({ bucket }) => bucket).filter((bucket) => !mayGrow(bucket)),
    ].toSorted()
  })

function request(route: Route) {
  const input = {
    ...(sampleValue(route.body) as object),
    ...(sampleValue(route.query) as object),
    ...(sampleValue(route.params) as object),
  }
  if (route.scope === 'school' && 'school_id' in input) Object.assign(input, { school_id: school.school_id })
  return buildRequest(route, input)
}

test('stores nothing for an invented token on any route that needs a person', async () => {
  const root = withRequestCostGuard(await createTestVisitor())
  const visitor = withRequestCostGuard(school.visitor())
  const guarded = allRoutes.filter(({ access }) => access !== 'public')
  const before = await rowsOf(school.school_id)
  for (const route of guarded) {
    const caller = route.scope === 'platform' ? root : visitor
    const headers = { 'x-access-token': newToken(), 'idempotency-key': newToken() }
    const answer = await caller.request({ ...request(route), headers })
    expect(answer.status, route.name).toBe(401)
  }
  expect(await rowsOf(school.school_id)).toEqual(before)
})
