import { describe, expect, test } from 'vitest'
import { wordDiff, type DiffPart } from './index.ts'

const shown = (parts: DiffPart[]) =>
  parts.map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind]).join('')
const of = (before: string, after: string) => shown(wordDiff(before, after))
const without = (kind: DiffPart['kind'], parts: DiffPart[]) =>
  parts
    .filter((part) => part.kind !== kind)
    .map((part) => part.text)
    .join('')

test.each([
  ['', '', ''],
  ['the same', 'the same', 'the same'],
  ['', 'all new', '[+all new+]'],
  ['all gone', '', '[-all gone-]'],
  ['a red house', 'a blue house', 'a [-red-][+blue+] house'],
  ['a red house', 'a blue barn', 'a [-red house-][+blue barn+]'],
  ['one two', 'one small two', 'one [+small +]two'],
  ['Bake it.', 'Bake it!', 'Bake it[-.-][+!+]'],
  ['first\nsecond', 'first\nnew\nsecond', 'first\n[+new\n+]second'],
  ['مرحبا بالعالم', 'مرحبا بالجميع', 'مرحبا [-بالعالم-][+بالجميع+]'],
  ['don’t go', 'do go', '[-don’t-][+do+] go'],
])('compares %j with %j', (before, after, expected) => {
  expect(of(before, after)).toBe(expected)
})

describe('for any two texts', () => {
  const words = ['a', 'b', 'c', ' ', ' ', '\n', 'é', '.']
  const text = (length: number) =>
    Array.from({ length }, () => words[Math.floor(Math.random() * words.length)]).join('')

  test('the parts joined are the two texts', () => {
    for (let round = 0; round < 500; round++) {
      const [before, after] = [text(round % 30), text((round * 7) % 30)]
      const parts = wordDiff(before, after)
      expect([without('added', parts), without('removed', parts)]).toEqual([before, after])
    }
  })

  test('returns two parts at once for long texts with nothing in common', () => {
    const long = (character: string) =>
      Array.from({ length: 20_000 }, (_word, n) => `${character}${n}`).join(' ')
    const started = performance.now()
    expect(wordDiff(long('a'), long('b')).map((part) => part.kind)).toEqual(['removed', 'added'])
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
