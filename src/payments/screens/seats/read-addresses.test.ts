import { expect, test } from 'vitest'
import { readAddresses } from './read-addresses.ts'

test('reads addresses between commas, semicolons, spaces and lines, each once', () => {
  expect(readAddresses('a@b.test, C@d.test;e@f.test\na@B.test\n\n  g@h.test ')).toEqual({
    emails: ['a@b.test', 'c@d.test', 'e@f.test', 'g@h.test'],
    invalid: [],
  })
})

test('reads a list of a mail program with names', () => {
  expect(readAddresses('Ada Obi <ada@b.test>, "Ben Eze" <ben@b.test>')).toEqual({
    emails: ['ada@b.test', 'ben@b.test'],
    invalid: [],
  })
})

test('names what is no address', () => {
  expect(readAddresses('ada@b.test ben@ nobody')).toEqual({
    emails: ['ada@b.test'],
    invalid: ['ben@', 'nobody'],
  })
  expect(readAddresses('')).toEqual({ emails: [], invalid: [] })
})
