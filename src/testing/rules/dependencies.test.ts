import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Packages that no file names, with the packages that need them. */
const neededBy: Record<string, string> = {
  '@tiptap/extension-link': 'peer of @mantine/tiptap',
  'oxlint-tsgolint': 'type-aware rules of oxlint',
}

const isTypesOnly = (name: string) => name.startsWith('@types/')
/** Names of font packages are computed. */
const isFont = (name: string) => name.startsWith('@expo-google-fonts/')

const sources = globSync(['{src,scripts,e2e,bench,faults}/**/*.{ts,tsx,js}', '*.ts'], { cwd: root })
  .filter((file) => file !== 'src/testing/rules/dependencies.test.ts')
  .map((file) => readFileSync(join(root, file), 'utf8'))

interface Packages {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

const packages = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Packages

/** Whether a string or path in some file names the package. */
function isNamed(name: string) {
  const named = new RegExp(`['"\`/]${name.replaceAll('.', '\\.')}['"\`/]`)
  return sources.some((text) => named.test(text))
}

test('uses every dependency, pinned to one version', () => {
  const all = { ...packages.dependencies, ...packages.devDependencies }
  const unused = Object.keys(all).filter(
    (name) => !isTypesOnly(name) && !isFont(name) && !neededBy[name] && !isNamed(name),
  )
  expect(unused).toEqual([])
  const unpinned = Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
  expect(unpinned).toEqual([])
})

test('has no package of types without its package', () => {
  const all = { ...packages.dependencies, ...packages.devDependencies }
  const orphans = Object.keys(packages.devDependencies)
    .filter(isTypesOnly)
    .map((name) => name.slice('@types/'.length))
    .filter((name) => name !== 'node' && !all[name])
  expect(orphans).toEqual([])
})
