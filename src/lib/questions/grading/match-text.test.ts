import { expect, test } from 'vitest'
import { randomIntegers } from '#testing/formats/random-integers.ts'
import { bestTextFraction, matchesPattern } from './match-text.ts'

const strict = { is_case_sensitive: false, are_accents_ignored: false }
const lenient = { is_case_sensitive: false, are_accents_ignored: true }
const isAccepted = (pattern: string, text: string, matching = strict) =>
  bestTextFraction([{ text: pattern, fraction: 1 }], text, matching) === 1

test.each([
  ['Ọláyínká', 'Ọláyínká'.normalize('NFD')],
  ['Paris', '  paris '],
  ['New York', 'new\u00a0  york'],
  ["l'eau", 'L’eau'],
  ['*Kano*', 'the city of Kano'],
  ['a*b*c', 'a-b-b-c'],
  ['*', 'anything'],
  [String.raw`2\*3`, '2*3'],
  ['İ', 'i̇'],
])('%j accepts %j', (pattern, text) => {
  expect(isAccepted(pattern, text)).toBe(true)
})

test.each([
  ['Ọláyínká', 'olayinka'],
  ['Paris', 'Pari'],
  ['a*a', 'a'],
  ['ab*ba', 'aba'],
  [String.raw`2\*3`, '2 times 3'],
  ['*', ' '],
])('%j does not accept %j', (pattern, text) => {
  expect(isAccepted(pattern, text)).toBe(false)
})

test('ignores accents only where the question says so, and never vowels of Devanagari', () => {
  expect(isAccepted('Ọláyínká', 'olayinka', lenient)).toBe(true)
  expect(isAccepted('كَتَبَ', 'كتب', lenient)).toBe(true)
  expect(isAccepted('कि', 'क', lenient)).toBe(false)
  expect(isAccepted('が', 'か', lenient)).toBe(false)
})

test('distinguishes case where the question says so', () => {
  const matching = { is_case_sensitive: true, are_accents_ignored: false }
  expect(isAccepted('NaCl', 'nacl', matching)).toBe(false)
  expect(isAccepted('NaCl', 'NaCl', matching)).toBe(true)
})

test('gives the highest share of several accepted texts', () => {
  const accepted = [
    { text: '*', fraction: 0.2 },
    { text: 'blue*', fraction: 1 },
    { text: 'blue whale', fraction: 0.5 },
  ]
  expect(bestTextFraction(accepted, 'Blue whale', strict)).toBe(1)
  expect(bestTextFraction(accepted, 'red', strict)).toBe(0.2)
})

/** The definition, tried for each split of the text. */
const matchesSlowly = (pattern: string, text: string): boolean => {
  if (pattern === '') return text === ''
  if (pattern[0] === '*')
    return Array.from({ length: text.length + 1 }, (_, at) => at).some((at) =>
      matchesSlowly(pattern.slice(1), text.slice(at)),
    )
  return text[0] === pattern[0] && matchesSlowly(pattern.slice(1), text.slice(1))
}

test('wildcards match as their definition says for 20,000 random patterns', () => {
  const random = randomIntegers(11)
  const word = (alphabet: string, length: number) =>
    Array.from({ length: random(0, length) }, () => alphabet[random(0, alphabet.length - 1)]).join('')
  for (let round = 0; round < 20_000; round++) {
    const [pattern, text] = [word('ab*', 7), word('ab', 9)]
    expect(matchesPattern(pattern.split('*'), text), `${pattern} ${text}`).toBe(matchesSlowly(pattern, text))
  }
})
