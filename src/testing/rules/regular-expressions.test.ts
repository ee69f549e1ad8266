import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync } from 'recheck/lib/browser.js'
import { expect, test } from 'vitest'
import { allRoutes } from '#app.ts'
import { listCourses } from '#courses/contract.ts'
import { CourseDocument } from '#import-export/documents/course-document.ts'
import { supportedFormats } from '#platform/contract/validation.ts'
import {
  collectKeywordValues,
  repeatsWithoutBound,
  collectSourcePatterns,
} from './collect-source-patterns.ts'
import { createTestSchool } from '../builders/school-builder.ts'

// User input is never compiled to a pattern.

const source = join(import.meta.dirname, '../..')

test('computes patterns from constants only', () => {
  const makers = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !/\.test\.tsx?$|^testing\//.test(file))
    .filter((file) => /\bRegExp\(/.test(readFileSync(join(source, file), 'utf8')))
  // Each of these combines constants, the site map or text keys.
  expect(makers.toSorted()).toEqual([
    'import-export/documents/rich-text-links.ts',
    'platform/pages/public-pages.ts',
    'platform/storage/keys.ts',
  ])
})

/** Patterns that the tool cannot decide, or decides for another engine, with the reason why they are linear. */
const undecided = new Map([
  [
    String.raw`/\b(?:whsec|sch|sk|pk|ghp|xox[a-z])_[\w+/=-]{8,}/g`,
    'A word begins once, and its repetition ends the match.',
  ],
  [
    String.raw`/("?(?:\w{0,20}(?:token|secret|password|authorization|api[_-]?key))"?\s*[:=]\s*)("[^"]*"?|[^\s,;&}]+)/gi`,
    'The text is cut to 4,000 characters before: at most some milliseconds.',
  ],
  [
    String.raw`/\bhow\s+(?:long|often|far|soon)\b|\bcombien\s+de\s+(?:temps|fois)\b/g`,
    'The question is at most 500 characters long.',
  ],
  ...[
    String.raw`/(?<![\s@(])[\s@(]+$/`,
    String.raw`/^[. ]+|(?<![. ])[. ]+$/g`,
    String.raw`/^[.-]+|(?<![.-])[.-]+$/g`,
    String.raw`/(?<![.,;])[.,;]+$/`,
    String.raw`/(?<![^\S\n])[^\S\n]+\n/g`,
    String.raw`/(?<!\s)\s*\[\d{1,3}\]/g`,
    String.raw`/(?<!\s)\s*\*$/`,
    String.raw`/^\P{L}+|(?<!\P{L})\P{L}+$/gu`,
  ].map(
    (literal) =>
      [literal, 'The lookbehind lets each run of characters be read from its first one only.'] as const,
  ),
])

/** Patterns that were checked before, because a check takes seconds. `UPDATE_PATTERNS=1` writes the list. */
const checkedFile = join(import.meta.dirname, 'linear-patterns.txt')
const isUpdate = process.env.UPDATE_PATTERNS === '1'

test('uses only patterns that run in linear time', { timeout: 600_000 }, () => {
  const inputs = allRoutes.flatMap(({ params, query, body }) => [params, query, body])
  const declared = [...inputs, CourseDocument].flatMap((schema) => collectKeywordValues(schema, 'pattern'))
  const patterns = new Set([...declared.map((pattern) => `/${pattern}/u`), ...collectSourcePatterns().keys()])
  const checked = new Set(isUpdate ? [] : readFileSync(checkedFile, 'utf8').split('\n'))
  const linear: string[] = []
  const others: string[] = []
  for (const literal of [...patterns].toSorted()) {
    const [, pattern = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(literal) ?? []
    if (!repeatsWithoutBound(pattern) || undecided.has(literal)) continue
    const isLinear = checked.has(literal) || checkSync(pattern, flags, { timeout: 30_000 }).status === 'safe'
    if (isLinear) linear.push(literal)
    else others.push(literal)
  }
  if (isUpdate) writeFileSync(checkedFile, `${linear.join('\n')}\n`)
  expect(others).toEqual([])
  expect([...undecided.keys()].filter((literal) => !patterns.has(literal))).toEqual([])
})

test('uses only formats in contracts that run in linear time', () => {
  const inputs = allRoutes.flatMap(({ params, query, body }) => [params, query, body])
  const used = new Set(
    [...inputs, CourseDocument].flatMap((schema) => collectKeywordValues(schema, 'format')),
  )
  expect([...used].toSorted()).toEqual(supportedFormats.toSorted())
})

test('uses no regular expressions in SQL', () => {
  const matching = globSync('**/*.ts', { cwd: source })
    // Pure functions of `lib` contain no SQL.
    .filter((file) => !/\.test\.ts$|^testing\/|^operations\/|^lib\//.test(file))
    .filter((file) =>
      /similar to|regexp_(?:match|like)|'~\*?'|\s~\*?\s\$\{/i.test(readFileSync(join(source, file), 'utf8')),
    )
  expect(matching).toEqual([])
})

test.each(['%', '_', '%%', 'Alg%', 'A_gebra', '.*', '^Algebra$', '(a+)+$', '\\', "' or 1=1"])(
  'searches %s literally',
  async (q) => {
    const school = await createTestSchool()
    const admin = await school.admin()
    await school.course({ course_name: 'Algebra' })
    expect((await admin.api(listCourses, { q })).data).toEqual([])
    await school.course({ course_name: `About ${q} itself` })
    expect((await admin.api(listCourses, { q })).data).toMatchObject([{ course_name: `About ${q} itself` }])
  },
)
