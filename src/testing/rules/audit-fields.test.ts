import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allRoutes } from '#app.ts'
import { changeFacts } from '#support/screens/change-difference.ts'

// The activity log shows the names of changed fields, so each field that a verb may record needs a text.

const source = join(import.meta.dirname, '../..')

/** Stored under other names than those of the input. */
const storedAs: Record<string, string> = { firstName: 'first_name', lastName: 'last_name' }
/** They select the row or its version, and are never recorded. */
const notRecorded = new Set(['updated_at', 'user_id'])

const isRecorder = /\.audit\([^;]*?(?:auditChange\(|fields: Object\.keys\()/
const recorders = globSync('**/*.ts', { cwd: source })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .filter((text) => isRecorder.test(text))

/** Names of the routes whose input a verb records. */
const recordedRoutes = [
  ...new Set(
    recorders.flatMap((text) =>
      [...text.matchAll(/Input<typeof contract\.(\w+)>/g)].map(([, name]) => name!),
    ),
  ),
]

function bodyFields(name: string): string[] {
  const route = allRoutes.find((one) => one.name === name)
  if (!route) throw new Error(`there is no route ${name}`)
  const { properties } = route.body as unknown as { properties: object }
  return Object.keys(properties).filter((field) => !notRecorded.has(field))
}

/** Fields whose values a verb records as a pair, `state: [before, after]`. Lists have plural names. */
const pairsIn = (text: string) =>
  [...text.matchAll(/\.audit\(/g)].flatMap(({ index }) =>
    [...text.slice(index, index + 500).matchAll(/\b(status|\w*[^s\W]): \[\w+\.\w+[^\]]*\]/g)].map(
      ([, field]) => field!,
    ),
  )
const pairs = globSync('**/*.ts', { cwd: source })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => pairsIn(readFileSync(join(source, file), 'utf8')))

test('finds the verbs that record fields', () => {
  expect(recordedRoutes.toSorted()).toEqual(['updateContent', 'updateCourse', 'updateSchool', 'updateUser'])
  expect(new Set(pairs)).toEqual(new Set(['role', 'state', 'status']))
})

test.each(['en', 'fr', 'ar'])('has a name for each field of the activity log (%s)', (language) => {
  const file = join(source, `support/screens/locales/activity/${language}.json`)
  const { fields } = JSON.parse(readFileSync(file, 'utf8')) as { fields: Record<string, string> }
  const recorded = recordedRoutes.flatMap(bodyFields).map((field) => storedAs[field] ?? field)
  const missing = ['name', 'faculty_id', ...pairs, ...changeFacts, ...recorded].filter(
    (field) => !fields[field],
  )
  expect([...new Set(missing)]).toEqual([])
})
