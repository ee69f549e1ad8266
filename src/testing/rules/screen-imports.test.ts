import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const rule = 'no-restricted-imports'
let folder: string

interface LintConfig {
  rules: Record<string, unknown>
  overrides: { files: string[]; rules: Record<string, unknown> }[]
}

/** A directory with only the import rules of `.oxlintrc.json`. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-screen-imports-'))
  const config = JSON.parse(await readFile(join(root, '.oxlintrc.json'), 'utf8')) as LintConfig
  const onlyImports = ({ [rule]: value }: Record<string, unknown>) => (value ? { [rule]: value } : {})
  const overrides = config.overrides.map(({ files, rules }) => ({ files, rules: onlyImports(rules) }))
  const reduced = { categories: { correctness: 'off' }, rules: onlyImports(config.rules), overrides }
  await writeFile(join(folder, '.oxlintrc.json'), JSON.stringify(reduced))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const sorted = (names: string[]) => names.toSorted((a, b) => a.localeCompare(b))

/** Imports that lint refuses in a file at this path. */
async function refusedImports(path: string, imports: string[]) {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, imports.map((name) => `import '${name}'\n`).join(''))
  const oxlint = join(root, 'node_modules/.bin/oxlint')
  const run = promisify(execFile)(process.execPath, [oxlint, '--format', 'json', path], { cwd: folder })
  const { stdout } = await run.catch((failed: { stdout: string }) => failed)
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; labels: { span: { line: number } }[] }[]
  }
  expect(diagnostics.filter(({ code }) => !code.includes(rule))).toEqual([])
  return sorted(diagnostics.map(({ labels }) => imports[labels[0]!.span.line - 1]!))
}

const anywhere = {
  refused: [
    '#accounts/index.ts',
    '#accounts/login/log-in.ts',
    '#tenancy/hosts/school.ts',
    '#tenancy/index.ts',
    'kysely',
    'node:fs',
  ],
  allowed: ['#accounts/contract.ts', '#lib/cache.ts', '#tenancy/client/frame.tsx', '#ui/button.tsx'],
}

test.each([
  ['src/accounts/screens/page.tsx', '../'],
  ['src/accounts/screens/login/page.tsx', '../../'],
  ['src/accounts/screens/login/form/page.tsx', '../../../'],
])('refuses server imports in %s, including sub-folders', async (path, domain) => {
  const server = ['queries.ts', 'log-out.ts', 'login/log-in.ts', 'login/steps/verify.ts'].map(
    (name) => domain + name,
  )
  const inScreens = ['./form.tsx', ...(domain === '../' ? [] : ['../login/form.tsx'])]
  const refused = [...anywhere.refused, ...server]
  const allowed = [...anywhere.allowed, ...inScreens, `${domain}contract.ts`, `${domain}visit-limits.ts`]
  expect(await refusedImports(path, [...allowed, ...refused])).toEqual(sorted(refused))
})

test('covers the deepest folders of screens', async () => {
  const entries = await readdir(join(root, 'src'), { recursive: true })
  const depths = entries
    .filter((path) => /^[^/]+\/screens\/.*\.tsx?$/.test(path))
    .map((path) => path.split('/').length)
  // A file deeper than src/<domain>/screens/a/b needs another override in `.oxlintrc.json`.
  expect(Math.max(...depths)).toBe(5)
})

test('requires the # name for imports of another folder of src', async () => {
  const crossing = ['../../accounts/index.ts', '../../webhooks/events/publish.ts']
  const allowed = ['#accounts/index.ts', '../queries.ts']
  expect(await refusedImports('src/courses/publishing/publish.ts', [...allowed, ...crossing])).toEqual(
    crossing,
  )
})

/** Folders that a relative import may not enter, as `.oxlintrc.json` lists them. */
async function listedFolders() {
  const config = JSON.parse(await readFile(join(root, '.oxlintrc.json'), 'utf8')) as LintConfig
  const { patterns } = (config.rules[rule] as [string, { patterns: { regex?: string }[] }])[1]
  const [, names] = patterns.flatMap(({ regex = '' }) => /\/\)\+\(([a-z|-]+)\)\/$/.exec(regex) ?? [])
  return names!.split('|')
}

test('names every folder of src/ in the rule about imports across folders', async () => {
  const entries = await readdir(join(root, 'src'), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(await listedFolders()).toEqual(sorted(folders))
})
