import { expect, test } from 'vitest'
import { maxListedPeople, parsePeopleList } from './people-list.ts'

test.each([
  ['AMINA@kano.test', 'amina@kano.test', []],
  ['Amina Bello, amina@kano.test, MU/25/1041', 'amina@kano.test', []],
  ['Amina <amina@kano.test>', 'amina@kano.test', []],
  ['"MU/25/1041";Amina Bello', null, ['MU/25/1041', 'Amina Bello']],
  ['MU/25/1041', null, ['MU/25/1041']],
])('parses %j as %j, or one of %j', (line, email, codes) => {
  expect(parsePeopleList(line)).toEqual([{ line: 1, text: line, email, codes }])
})

test('counts and skips blank lines, and ignores what exceeds the limit', () => {
  expect(parsePeopleList('\uFEFFa@b.test\r\n\r\n \nc@d.test').map(({ line }) => line)).toEqual([1, 4])
  const long = Array.from({ length: maxListedPeople + 5 }, (_, at) => `p${at}@kano.test`).join('\n')
  expect(parsePeopleList(long)).toHaveLength(maxListedPeople)
  expect(parsePeopleList('')).toEqual([])
})
