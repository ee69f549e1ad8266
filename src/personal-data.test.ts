import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Databases } from '#platform/database/database.server.ts'
import { openUnrecordedDatabases } from '#testing/harness/harness.ts'
import { personalData } from './personal-data.ts'

const personalRows = personalData.flatMap(({ rows }) => rows)
const mentions: Record<string, string> = Object.assign({}, ...personalData.map((each) => each.mentions))

/** Id columns of things, never of persons. Any other name must be declared by its domain. */
const things =
  /^(id|school_id|(course|content|lesson|category|template|mirror_course|group|media|export|endpoint|event|delivery|client|course_template|end_of_course_content|opens_after_content|last_topic|faculty|department|order|line|attempt|payment|payment_account|refund|source|coupon|bump|bump_course|plan|plan_line|card|question|bank|assessment|regrade|subscription|(payoff|next|trial)_order|dispute|affiliate|payout|provider_settlement|journal)_id|(\w+_)?upload_id|student_import_id|(preview|background|banner)_image|tutor_img|find_school_preview_image)$/
const addresses = /(^|_)e?mail(_address)?$|recipient/

let databases: Databases
beforeAll(async () => {
  databases = await openUnrecordedDatabases()
})
afterAll(() => databases.close())

interface Column {
  table: string
  column: string
  type: string
}

const columns = async () =>
  (
    await sql<Column>`
      select c.relname::text as table, a.attname::text as column, format_type(a.atttypid, null) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity`.execute(
      databases.auxDb,
    )
  ).rows

const isDeclared = ({ table, column }: Column) =>
  `${table}.${column}` in mentions ||
  personalRows.some(
    (rows) => rows.table === table && (rows.personColumns.includes(column) || rows.emailColumn === column),
  )

test('includes every column of a person in export and erasure, or has a reason not to', async () => {
  const suspects = (await columns()).filter(
    ({ column, type }) =>
      (type === 'uuid' && !things.test(column)) || (type === 'text' && addresses.test(column)),
  )
  expect(suspects.length).toBeGreaterThan(40)
  const undeclared = suspects
    .filter((column) => !isDeclared(column) && !(column.table === 'users' && column.column === 'email'))
    .map(({ table, column }) => `${table}.${column}`)
  expect(undeclared).toEqual([])
})

test('declares every foreign key to users, whatever its name', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select k.conrelid::regclass::text as table, a.attname::text as column from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = 'users'::regclass and a.attname <> 'school_id'`.execute(
    databases.auxDb,
  )
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter((row) => !isDeclared({ ...row, type: 'uuid' }))).toEqual([])
})

test('declares existing columns once, and exports no secrets', async () => {
  const columnNames = new Set((await columns()).map(({ table, column }) => `${table}.${column}`))
  const named = personalRows.flatMap(({ table, personColumns, emailColumn, without = [] }) =>
    [...personColumns, ...without, ...(emailColumn ? [emailColumn] : [])].map(
      (column) => `${table}.${column}`,
    ),
  )
  expect([...named, ...Object.keys(mentions)].filter((name) => !columnNames.has(name))).toEqual([])
  expect(new Set(personalRows.map(({ table }) => table)).size).toBe(personalRows.length)
  const tables = new Map(personalRows.map((rows) => [rows.table as string, rows]))
  const secrets = (await columns()).filter(
    ({ table, column }) => tables.has(table) && /hash|secret|recovery|object_key/.test(column),
  )
  expect(secrets.length).toBeGreaterThan(4)
  for (const { table, column } of secrets) expect(tables.get(table)!.without, column).toContain(column)
})
