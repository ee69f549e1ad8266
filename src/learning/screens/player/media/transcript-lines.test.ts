import { expect, test } from 'vitest'
import { foldText, lineIndexAt, findMatchingLines } from './transcript-lines.ts'

const lines = [
  { from: 1, to: 2, text: 'Ẹ káàárọ̀' },
  { from: 4, to: 6, text: 'Élèves, bonjour' },
  { from: 4.5, to: 9, text: 'العَرَبِيَّة' },
]

test.each([
  [0, -1],
  [1, 0],
  [3, 0],
  [4.2, 1],
  [4.5, 2],
  [1_000, 2],
])('finds at second %d line %d', (second, index) => {
  expect(lineIndexAt(lines, second)).toBe(index)
  expect(lineIndexAt([], second)).toBe(-1)
})

test.each([
  ['', [0, 1, 2]],
  ['  ', [0, 1, 2]],
  ['kaaaro', [0]],
  ['BONJOUR eleves', [1]],
  ['jour', [1]],
  ['العربية', [2]],
  ['zebra', []],
  ['.*', []],
])('finds for %j %j', (query, found) => {
  const foldedLines = lines.map(({ text }) => ({ folded: foldText(text) }))
  expect(findMatchingLines(foldedLines, query)).toEqual(found)
})
