import { expect, test } from 'vitest'
import { foldedWords, highlightParts, resembles } from './text-matches.ts'

test('marks words by their beginning, without case and accents', () => {
  expect(highlightParts('La crème fraîche', 'CREME fr')).toEqual([
    { text: 'La', isFound: false },
    { text: ' ', isFound: false },
    { text: 'crème', isFound: true },
    { text: ' ', isFound: false },
    { text: 'fraîche', isFound: true },
  ])
  expect(foldedWords('  Été, 2026! ')).toEqual(['ete', '2026'])
})

test.each([
  ['settings', 'sett', true],
  ['settings', 'setings', true],
  ['settings', 'settnigs', true],
  ['settings', 'sestings', true],
  ['settings', 'settiings', true],
  ['settings', 'xettings', true],
  ['settings', 'stetnigs', false],
  ['settings', 'courses', false],
  ['set', 'xet', false],
])('%s resembles %s: %s', (word, typed, expected) => {
  expect(resembles(word, typed)).toBe(expected)
})
