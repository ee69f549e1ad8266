import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listCourses } from '#courses/contract.ts'
import { aSchool } from './stories.ts'

// What people write is looked for as it stands: it never becomes a pattern.

const source = join(import.meta.dirname, '..')

test('patterns are made of our own words only', () => {
  const makers = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !/\.test\.tsx?$|^testing\//.test(file))
    .filter((file) => /\bRegExp\(/.test(readFileSync(join(source, file), 'utf8')))
  // Each of these puts together constants, the site map or the names of texts.
  expect(makers.toSorted()).toEqual([
    'exchange/clean-document.ts',
    'exchange/linked-text.ts',
    'platform/page-paths.ts',
    'platform/storage/keys.ts',
    'ui/i18n/used-keys.ts',
  ])
})

test('no statement matches by regular expressions', () => {
  const matching = globSync('**/*.ts', { cwd: source })
    .filter((file) => !/\.test\.ts$|^testing\/|^operations\//.test(file))
    .filter((file) =>
      /similar to|regexp_(?:match|like)|'~\*?'|\s~\*?\s\$\{/i.test(readFileSync(join(source, file), 'utf8')),
    )
  expect(matching).toEqual([])
})

test.each(['%', '_', '%%', 'Alg%', 'A_gebra', '.*', '^Algebra$', '(a+)+$', '\\', "' or 1=1"])(
  'a search for %s finds what holds just that',
  async (q) => {
    const school = await aSchool()
    const admin = await school.admin()
    await school.course({ course_name: 'Algebra' })
    expect((await admin.api(listCourses, { q })).data).toEqual([])
    await school.course({ course_name: `About ${q} itself` })
    expect((await admin.api(listCourses, { q })).data).toMatchObject([{ course_name: `About ${q} itself` }])
  },
)
