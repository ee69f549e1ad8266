import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { declaredNames, wordsOf } from './declared-names.ts'

/** Lines `word count`: words without a clear meaning, and the number of declared names that contain each. */
const countsFile = join(import.meta.dirname, 'private-words.txt')
const isUpdate = process.env.UPDATE_PRIVATE_WORDS === '1'

test('does not increase the private words in names', () => {
  const allowed = readFileSync(countsFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([word, count]) => [word!, Number(count)] as const)
  const names = declaredNames()
  const counts = allowed.map(
    ([word]) => [word, names.filter((name) => wordsOf(name).includes(word)).length] as const,
  )
  const lines = counts.map(([word, count], at) => `${word} ${Math.min(count, allowed[at]![1])}\n`)
  if (isUpdate) writeFileSync(countsFile, lines.join(''))
  // After reducing a word: run `UPDATE_PRIVATE_WORDS=1 vitest run --project unit private-words`.
  expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(allowed))
})
