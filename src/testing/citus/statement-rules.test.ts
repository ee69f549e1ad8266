import { expect, test } from 'vitest'
import { citusProblems } from './statement-rules.ts'

const tables = new Set(['courses', 'lessons', 'notes'])
const problems = (text: string) => citusProblems(text, tables)

test.each([
  'select 1',
  `begin; set local app.school_id = '00000000-0000-4000-8000-000000000000'`,
  'select * from schools_of_nobody',
  'select id from courses where school_id = $1',
  `select id from courses where "school_id" = '00000000-0000-4000-8000-000000000000'::uuid and (a or b)`,
  'select c.id from courses as c left join lessons as l on l.school_id = c.school_id and l.course_id = c.id where c.school_id = $1',
  'select c.id from courses c, lessons l where c.school_id = l.school_id and l.school_id = $1',
  'select (select count(*) from lessons l where l.school_id = c.school_id) from courses c where c.school_id = $1',
  'select id from courses c where school_id = $1 and exists (select from lessons l where l.school_id = $1)',
  'select x.id from (select school_id, id from courses where school_id = $1) x join lessons l on l.school_id = x.school_id',
  'select x.id from (select * from courses where school_id = $1) x join lessons l on l.school_id = x.school_id',
  'with x as (select school_id, id from courses where school_id = $1) select from x join lessons l on l.school_id = x.school_id',
  'with recursive x as (select school_id, id from notes where school_id = $1 union all select n.school_id, n.id from notes n join x on x.school_id = n.school_id) select * from x',
  'with d as (delete from notes where school_id = $1 returning school_id, id) insert into lessons (school_id, id) select school_id, id from d',
  'insert into courses (school_id, id, at) values ($1, $2, now())',
  'insert into courses (school_id, id) values ($1, $2) on conflict (school_id, id) do update set at = excluded.at, n = courses.n + 1',
  'insert into lessons (school_id, id) select c.school_id, c.id from courses c where c.school_id = $1',
  'update courses set at = now() where school_id = $1',
  'update courses c set n = l.n from lessons l where l.school_id = c.school_id and c.school_id = $1',
  'update rate_limit_counters set id = gen_random_uuid()',
  'delete from courses c using lessons l where l.school_id = c.school_id and c.school_id = $1',
  'select id from courses where school_id = $1 for update skip locked',
  'select a.id from courses c cross join lateral (select id from lessons l where l.school_id = c.school_id limit 1) a where c.school_id = $1',
])('accepts on one shard: %s', (text) => {
  expect(problems(text)).toEqual([])
})

test.each([
  ['select id from courses', 'courses'],
  ['select id from courses where school_id = $1 or id = $2', 'courses'],
  ['select id from courses where not (school_id = $1)', 'courses'],
  ['select id from courses where school_id <> $1', 'courses'],
  ['select id from courses where id = $1 for update skip locked', 'courses'],
  ['select c.id from courses c join lessons l on l.course_id = c.id where c.school_id = $1', 'l'],
  ['select c.id from courses c join lessons l on l.school_id = c.school_id', 'l'],
  [
    'select (select count(*) from lessons l where l.course_id = c.id) from courses c where c.school_id = $1',
    'l',
  ],
  ['select id from courses where school_id = $1 and id in (select course_id from notes)', 'notes'],
  ['select x.id from (select id from courses) x where x.school_id = $1', 'courses'],
  [
    'with recursive x as (select id from notes union all select n.id from notes n join x on x.id = n.id) select * from x',
    'n',
  ],
  ['select id from courses where school_id = $1 union all select id from notes', 'notes'],
  ['update courses set n = 1', 'courses'],
  ['update courses c set n = l.n from lessons l where l.id = c.id and c.school_id = $1', 'l'],
  ['delete from courses where id = $1', 'courses'],
  ['insert into lessons (school_id, id) select school_id, id from courses', 'courses'],
])('reports as spanning shards: %s', (text, table) => {
  expect(problems(text)).toContain(`${table} is not bound to one school_id`)
})

test('requires constants for a partial index in a prepared statement', () => {
  const insert = (condition: string) =>
    `insert into notes (school_id, id) values ($1, $2) on conflict (school_id) where ${condition} do nothing`
  expect(problems(insert(`state in ('waiting', 'running')`))).toEqual([])
  expect(problems(insert('state = $3')).join()).toContain('write constants')
})

test.each([
  [`select set_config('app.school_id', $1, true)`, 'SET LOCAL'],
  ['update courses set school_id = $1 where school_id = $2', 'moves a row'],
  [
    'update courses set at = clock_timestamp() where school_id = $1',
    'courses.at is set by clock_timestamp()',
  ],
  [
    'update courses set id = gen_random_uuid() where school_id = $1',
    'courses.id is set by gen_random_uuid()',
  ],
  ['insert into courses (id) values ($1)', 'without school_id'],
  [
    'insert into courses (school_id, id) values ($1, $2) on conflict (school_id, id) do update set at = now()',
    'courses.at is set by now()',
  ],
  [
    'insert into courses (school_id, id) values ($1, $2) on conflict (school_id, id) do update set at = current_timestamp',
    'courses.at is set by now()',
  ],
])('reports as refused by Citus: %s', (text, problem) => {
  expect(problems(text).join()).toContain(problem)
})
