import { expect, test } from 'vitest'
import { foreignWrites } from './foreign-writes.ts'
import { domainsInStack } from './statement-callers.ts'

const owners = new Map([
  ['courses', 'courses'],
  ['contents', 'courses'],
  ['users', 'accounts'],
])

test.each([
  ['insert into courses (id) values ($1)', ['courses']],
  ['update courses c set title = $1 from users u where u.id = c.id', ['courses']],
  ['delete from contents using courses', ['contents']],
  ['with gone as (delete from contents returning id) insert into users select id from gone', ['contents']],
  ['select id from courses for update', []],
  ['insert into no_table_of_ours values (1)', []],
])('finds the writes of %s that accounts may not do', (text, tables) => {
  expect(foreignWrites(text, { domains: ['accounts'], owners })).toEqual(tables)
  expect(foreignWrites(text, { domains: ['platform', 'courses', 'accounts'], owners })).toEqual([])
  expect(foreignWrites(text, { domains: [], owners })).toEqual([])
})

const frames = (...files: string[]) =>
  ['Error', ...files.map((file) => `    at run (/home/me/lyceum/src/${file}:12:3)`)].join('\n')

test.each([
  [frames('reviews/queries.ts', 'reviews/post-review.ts', 'tenancy/http/endpoints.ts'), ['reviews']],
  [
    frames('tenancy/http/school-transaction.ts', 'courses/management/create-course.ts'),
    ['tenancy', 'courses'],
  ],
  [frames('platform/database/change-log.ts', 'tenancy/http/endpoints.ts'), ['platform', 'tenancy']],
  [frames('testing/builders/school-builder.ts', 'courses/management/create-course.ts'), []],
  [frames('courses/courses.test.ts'), []],
  [frames('demo/seed.ts'), []],
  ['Error\n    at run (/home/me/lyceum/node_modules/kysely/dist/kysely.js:1:1)', []],
])('reads the domains of a stack', (stack, domains) => {
  expect(domainsInStack(stack)).toEqual(domains)
})
