import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commentsAndTestTitles } from './comments-and-titles.ts'
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

/** Words without a clear meaning, figures of speech and references to earlier code, with no other use in this project. */
const unclearWords =
  /\b(?:anew|dear|doors?|films?|hears?|heard|knows|lest|lies|mended|nobody's|pictures?|said|somebody(?:'s)?|strangers?|told|wants|whoever|no longer|used to|the way to)\b/i

test('uses no unclear words in comments and test titles', () => {
  const found = commentsAndTestTitles().flatMap(({ file, text }) => {
    const word = unclearWords.exec(text)?.[0]
    return word ? [`${file}: "${word}" in: ${text}`] : []
  })
  expect(found).toEqual([])
})
