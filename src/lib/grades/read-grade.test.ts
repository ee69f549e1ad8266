import { expect, test } from 'vitest'
import { readGrade } from './read-grade.ts'

test.each([
  ['8', 8],
  [' 8,5 ', 8.5],
  ['8.5', 8.5],
  ['٨٫٥', 8.5],
  ['85 %', 17],
  ['85%', 17],
  ['', null],
  ['-', null],
])('reads %j as points', (text, points) => {
  expect(readGrade(text, 20)).toEqual({ points, is_excused: false })
})

test('reads EX as excused', () => {
  expect(readGrade('ex', 20)).toEqual({ points: null, is_excused: true })
})

test.each(['-3', 'abc', '8/10', '1000001', '%'])('refuses %j', (text) => {
  expect(readGrade(text, 20)).toBeNull()
})
