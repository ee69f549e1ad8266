import { expect, test } from 'vitest'
import { highlightParts } from '#lib/text-matches/text-matches.ts'
import { formatPlaybackTime, lineContaining } from './result-line.ts'

test('shows the line with most of the words, starting shortly before the first', () => {
  expect(lineContaining('About flour\nThe crème fraîche comes last', 'creme frai')).toBe(
    'The crème fraîche comes last',
  )
  const long = `${'Nothing here. '.repeat(20)}Then the dough rests.`
  const line = lineContaining(long, 'dough')
  expect(line).toContain('Then the dough rests.')
  expect(line.length).toBeLessThanOrEqual(160)
  expect(lineContaining('', 'x')).toBe('')
})

test('highlights words that begin like the query, ignoring accents', () => {
  expect(highlightParts('Crème, crew!', 'creme').filter((part) => part.isFound)).toEqual([
    { text: 'Crème', isFound: true },
  ])
  expect(highlightParts('a (b) c', '(').every((part) => !part.isFound)).toBe(true)
})

test.each([
  [5, '0:05'],
  [65, '1:05'],
  [3_723, '1:02:03'],
])('formats %s seconds', (seconds, text) => {
  expect(formatPlaybackTime(seconds)).toBe(text)
})
