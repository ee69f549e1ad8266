import { expect, test } from 'vitest'
import { matchesEtag, parseRange } from './ranges.ts'

test.each([
  [undefined, 'whole'],
  ['', 'whole'],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['Bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=99-99', { start: 99, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'beyond'],
  ['bytes=100-200', 'beyond'],
  ['bytes=-0', 'beyond'],
  ['bytes=999999999999999-', 'beyond'],
  // Invalid, or more than one: the whole file is a valid response.
  ['bytes=20-10', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=0x1-2', 'whole'],
  ['bytes=-1-2', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes=9999999999999999999999-', 'whole'],
])('parses %s of 100 bytes', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected)
})

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  [undefined, false],
])('compares If-None-Match %s', (header, expected) => {
  expect(matchesEtag(header, '"a"')).toBe(expected)
})
