import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const maxFiles = 25

/** Folders with more files, each with the reason. */
const exceptions = new Map([
  ['docs/decisions', 'Records are numbered and never deleted.'],
  ['migrations', 'Migrations run in the order of their names and are never deleted.'],
  ['scripts', 'Each file is a command or its test, named by package.json.'],
  ['src/ui/fonts', 'One file for each family and script, with licences.'],
  ['src/demo/media', 'Images, videos and sounds of the demo schools.'],
])

test('allows more than 25 files per folder only with a reason', () => {
  const entries = globSync('{bench,deploy,docs,e2e,faults,migrations,public,scripts,src}/**/*', {
    cwd: root,
    withFileTypes: true,
  })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = Map.groupBy(files, ({ parentPath }) => relative(root, parentPath))
  const large = [...sizes].filter(([, { length }]) => length > maxFiles)
  expect(large.map(([folder]) => folder).toSorted()).toEqual([...exceptions.keys()].toSorted())
})
