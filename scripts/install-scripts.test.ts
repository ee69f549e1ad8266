import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The packages that run a script when the dependencies are installed.

const root = join(import.meta.dirname, '..')
let folder: string

const write = (path: string, content: object) => writeFileSync(join(folder, path), JSON.stringify(content))
const ranScript = (name: string) => existsSync(join(folder, 'node_modules', name, 'ran'))

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`)
}

/** A package whose install script leaves a file in it, packed as a registry would serve it. */
function packPackage(name: string) {
  mkdirSync(join(folder, name))
  const install = `node -e "require('fs').writeFileSync('ran', '')"`
  write(`${name}/package.json`, { name, version: '1.0.0', scripts: { install } })
  run('npm', 'pack', `./${name}`)
  return `file:${name}-1.0.0.tgz`
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-install-'))
  mkdirSync(join(folder, 'scripts'))
  for (const file of ['.npmrc', 'scripts/bootstrap.js', 'scripts/setup-lock.js'])
    copyFileSync(join(root, file), join(folder, file))
  const dependencies = { named: packPackage('named'), other: packPackage('other') }
  write('package.json', { name: 'copy', version: '1.0.0', dependencies, allowScripts: { named: true } })
  run('npm', 'install', '--package-lock-only', '--offline')
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('npm ci runs no install script of any package', () => {
  run('npm', 'ci', '--offline', '--no-audit')
  expect([ranScript('named'), ranScript('other')]).toEqual([false, false])
}, 60_000)

test('the start runs the install scripts only of the packages in package.json', () => {
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
  const install = `import('./scripts/bootstrap.js').then(({ ensureInstalled }) => ensureInstalled())`
  run(process.execPath, '--input-type=module', '-e', install)
  expect([ranScript('named'), ranScript('other')]).toEqual([true, false])
}, 60_000)
