import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { wordsOf } from './declared-names.ts'

const platform = join(import.meta.dirname, '../../platform')

/** Words of the product. A platform for schools and one for another business share every file without them. */
const productWords = new Set(
  [
    'school',
    'student',
    'teacher',
    'course',
    'lesson',
    'enrolment',
    'faculty',
    'faculties',
    'reseller',
    'brand',
  ].flatMap((word) => [word, `${word}s`]),
)

/** Files that may hold such words, each with the reason. */
const exceptions = new Map([['database/database-types.ts', 'Generated from the tables of all domains.']])

/** Words of the product in identifiers, strings and markup; comments are not read. */
function productWordsIn(file: string, text: string) {
  const { comments } = parseSync(file, text)
  let code = text
  for (const { start, end } of comments)
    code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end)
  const words = (code.match(/[A-Za-z_]+/g) ?? []).flatMap(wordsOf)
  return [...new Set(words.filter((word) => productWords.has(word)))].toSorted()
}

test('code of platform/ holds no word of the product', () => {
  // Tests run on the product's own harness.
  const files = globSync('**/*.{ts,tsx}', { cwd: platform }).filter((file) => !/\.test\.tsx?$/.test(file))
  const found = files.flatMap((file) => {
    const words = productWordsIn(file, readFileSync(join(platform, file), 'utf8'))
    return words.length > 0 ? [[file, words.join(' ')]] : []
  })
  expect(found.filter(([file]) => !exceptions.has(file!))).toEqual([])
  expect(found.map(([file]) => file).filter((file) => exceptions.has(file!))).toEqual([...exceptions.keys()])
})

test.each([
  ['an identifier', 'export const schoolIdOf = 1', 'school'],
  ['a name in capitals', 'export const MAX_COURSES = 1', 'courses'],
  ['a string', "export const key = 'app.school_id'", 'school'],
  ['a template', 'export const text = `the ${1} students`', 'students'],
  ['a type', 'export interface ResellerBrand { name: string }', 'brand reseller'],
  ['a comment', '/** Of a school. */ export const id = 1 // a school', ''],
])('finds words in %s', (_where, text, words) => {
  expect(productWordsIn('file.ts', text).join(' ')).toBe(words)
})
