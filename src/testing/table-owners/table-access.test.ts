import { expect, test } from 'vitest'
import { readSource } from './table-access.ts'

const catalogue = {
  tables: new Set(['courses', 'contents', 'users', 'audit_log']),
  functions: new Map([['anonymize_person_in_audit_log', ['audit_log']]]),
}

const read = (source: string) => {
  const { accesses, computed } = readSource('src/reviews/example.ts', source, catalogue)
  expect(accesses.every(({ domain }) => domain === 'reviews')).toBe(true)
  return { accesses: accesses.map(({ kind, table }) => `${kind} ${table}`).toSorted(), computed }
}

test.each([
  [`tx.insertInto('courses').values(row)`, ['write courses']],
  [`tx.updateTable('courses as c').from('users as u')`, ['read users', 'write courses']],
  [`tx.deleteFrom('contents').using(['users', 'courses'])`, ['read courses', 'read users', 'write contents']],
  [`tx.selectFrom(['courses as c', 'users as u'])`, ['read courses', 'read users']],
  [`tx.selectFrom('courses').leftJoin('users as u', (on) => on)`, ['read courses', 'read users']],
  [`tx.selectFrom(isLesson ? 'courses' : 'contents')`, ['read contents', 'read courses']],
  [`eb.exists(eb.selectFrom('users'))`, ['read users']],
])('reads the tables of %s', (source, accesses) => {
  expect(read(source).accesses).toEqual(accesses)
})

test.each([
  ['insert into courses (id) select id from users', ['read users', 'write courses']],
  ['update courses c set title = 1 from users u where u.id = c.id', ['read users', 'write courses']],
  ['delete from only public.courses where id = 1', ['write courses']],
  ['select from courses c, users as u, contents where true', ['read contents', 'read courses', 'read users']],
  [
    'select from (select id from users) u join lateral (select from courses) c',
    ['read courses', 'read users'],
  ],
  ['select id from courses for update', ['read courses']],
  ['insert into courses (id) values (1) on conflict do update set id = 2', ['write courses']],
  ['select anonymize_person_in_audit_log(1)', ['write audit_log']],
  ['-- delete from users\nselect 1', []],
  ['with users_of as (select 1) select from users_of', []],
])('reads the tables of the SQL text %s', (text, accesses) => {
  expect(read(`sql\`${text}\`.execute(tx)`).accesses).toEqual(accesses)
  expect(read(`client.query(${JSON.stringify(text)})`).accesses).toEqual(
    text.startsWith('--') ? [] : accesses,
  )
})

test('reads SQL text with interpolated values, fragments and tables', () => {
  const source =
    "sql<Row>`select from ${sql.table('courses')} where id in (${ids}) and ${sql`exists (select from users)`}`"
  expect(read(source).accesses).toEqual(['read courses', 'read users'])
})

test('reports writes to a table with a computed name', () => {
  const computed = ['src/reviews/example.ts']
  expect(read('tx.deleteFrom(table)')).toEqual({ accesses: [], computed })
  expect(read('sql`delete from ${sql.table(rows.table)} where true`')).toEqual({ accesses: [], computed })
})

test('reads every table that is named beside a computed one', () => {
  const source = `const count = (table: 'courses' | 'contents') => tx.selectFrom(TABLE)`
  const both = ['read contents', 'read courses']
  expect(read(source.replace('TABLE', 'table')).accesses).toEqual(both)
  expect(
    read(source.replace('tx.selectFrom(TABLE)', 'sql`select from ${sql.table(table)}`')).accesses,
  ).toEqual(both)
  expect(read(source.replace('TABLE', "'courses'")).accesses).toEqual(['read courses'])
})

test('does not take a sentence for a statement', () => {
  expect(read(`throw new Error('The file was deleted from courses.')`).accesses).toEqual([])
})
