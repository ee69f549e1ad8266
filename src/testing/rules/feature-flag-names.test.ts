import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { featureFlags } from '#tenancy/feature-flags/feature-flag-names.ts'

const source = join(import.meta.dirname, '../..')

/** Flags that the product reads by name, outside of tests. */
function flagsRead(call: RegExp) {
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter((file) => !/\.test\.tsx?$/.test(file))
  return files.flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(call)].map(([, name]) => name!),
  )
}

const onServer = flagsRead(/\bisFlagOn\(\w+, '(\w+)'\)/g)
const inBrowser = flagsRead(/\buseFlag\('(\w+)'\)/g)

test('has a reader for every declared flag, and a declaration for every reader', () => {
  const read = new Set([...onServer, ...inBrowser])
  expect([...read].toSorted()).toEqual(Object.keys(featureFlags).toSorted())
})

test('reads flags on the server and in the browser', () => {
  expect(onServer.length).toBeGreaterThan(0)
  expect(inBrowser.length).toBeGreaterThan(0)
})
