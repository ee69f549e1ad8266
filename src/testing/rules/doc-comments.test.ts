import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { exportedFunctions, reexports } from './exported-functions.ts'

const source = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(source, file), 'utf8')

/** Functions and classes of the shared layers without a doc comment, as `file name`. */
function undocumentedInLayers() {
  return globSync('{platform,tenancy,lib}/**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$|\/testing\//.test(file))
    .flatMap((file) => undocumented(file))
}

/** The same for what the `index.ts` of each domain exports, in the file that declares it. */
function undocumentedInDomains() {
  return globSync('*/index.ts', { cwd: source }).flatMap((index) => [
    ...undocumented(index),
    ...reexports(read(index)).flatMap(({ from, names }) => {
      const file = join(dirname(index), from)
      return existsSync(join(source, file)) ? undocumented(file, names) : []
    }),
  ])
}

const undocumented = (file: string, names?: ReadonlySet<string>) =>
  exportedFunctions(read(file))
    .filter(({ name, isDocumented }) => !isDocumented && (!names || names.has(name)))
    .map(({ name }) => `${file} ${name}`)

test('every exported function and class of platform, tenancy and lib has a doc comment', () => {
  expect(undocumentedInLayers()).toEqual([])
})

test('every function and class that a domain exports has a doc comment', () => {
  expect([...new Set(undocumentedInDomains())].sort()).toEqual([])
})
