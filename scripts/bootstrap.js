// Plain JavaScript for Node 20 and later: prepares the start with the pinned Node.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lock } from './setup-lock.js'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const inRoot = (...parts) => join(root, ...parts)
const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/** Installs the dependencies if they are missing or differ from package-lock.json. */
export async function ensureInstalled() {
  if (!isInstalled()) await alone(isInstalled, install)
  if (!haveScriptsRun()) await alone(haveScriptsRun, runInstallScripts)
}

const quietly = ['--no-audit', '--no-fund', '--loglevel=error']

async function install() {
  console.error('Installing dependencies (once)')
  // NODE_ENV=production would omit packages that the build needs.
  const ci = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', ...quietly]
  try {
    // Uses npm's cached metadata: the lockfile contains versions and hashes.
    await run('npm', [...ci, '--prefer-offline'])
  } catch (error) {
    if (error instanceof Stopped) throw error
    // The cache may be older than a required version.
    await run('npm', ci)
  }
}

/** Packages that may run install scripts, with their versions. */
function scriptPackages() {
  const present = readJson(inRoot('node_modules/.package-lock.json'))?.packages ?? {}
  const allowed = Object.keys(readJson(inRoot('package.json')).allowScripts)
  return allowed.flatMap((name) => {
    const version = present[`node_modules/${name}`]?.version
    return version ? [{ name, version }] : []
  })
}

const scriptsNote = inRoot('node_modules/.install-scripts.json')

/** Written last, like npm's own marker. */
const haveScriptsRun = () =>
  existsSync(scriptsNote) && readFileSync(scriptsNote, 'utf8') === JSON.stringify(scriptPackages())

/** Runs the install scripts of the listed packages only. */
async function runInstallScripts() {
  const packages = scriptPackages()
  const names = packages.map(({ name }) => name)
  if (names.length > 0) await run('npm', ['rebuild', '--ignore-scripts=false', ...quietly, ...names])
  writeFileSync(scriptsNote, JSON.stringify(packages))
}

/** npm writes this file last: an interrupted installation lacks it. */
function isInstalled() {
  const packages = readJson(inRoot('package-lock.json'))?.packages ?? {}
  const present = readJson(inRoot('node_modules/.package-lock.json'))?.packages
  if (!present) return false
  return Object.entries(packages).every(
    ([path, { version, optional }]) =>
      path === '' || (present[path] ? present[path].version === version : optional),
  )
}

/** Path of the pinned Node, or of the running one if it is new enough. */
export function pinnedNode() {
  const pinned = inRoot('node_modules/.bin/node')
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(
    `No bundled Node 24 for ${process.platform} ${process.arch}. Install Node 24 and start with it.`,
  )
}

/** Node stores compiled sources there, which halves later start times. */
export const compileCache = () => ({
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? inRoot('node_modules/.cache/compiled'),
})

/**
 * Settings of Node for a server process: the defaults of V8 and malloc use 100 MB more for the same speed
 * (docs/operations.md, Memory). An existing setting in NODE_OPTIONS has priority.
 */
export const serverEnvironment = () => ({
  ...compileCache(),
  NODE_OPTIONS: ['--max-semi-space-size=8', process.env.NODE_OPTIONS].filter(Boolean).join(' '),
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  // Passwords are hashed beside files and names of hosts, which must not wait for them.
  UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '16',
})

/**
 * Node arguments for the same processes. By default V8 lets the old generation grow to four times the live size
 * before it collects; NODE_OPTIONS does not accept this setting.
 */
export const serverArguments = ['--heap-growing-percent=40']

/** Builds the screens if their sources have changed. */
export async function ensureBuilt() {
  const stamp = inRoot('build/.sources')
  const sources = hashOfSources()
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === sources
  if (isBuilt()) return
  await alone(isBuilt, async () => {
    console.error('Building the web interface')
    rmSync(stamp, { force: true })
    const env = { ...process.env, NODE_ENV: 'production' }
    const args = [inRoot('node_modules/@react-router/dev/bin.cjs'), 'build', '--logLevel', 'warn']
    await run(pinnedNode(), args, env)
    mkdirSync(inRoot('build'), { recursive: true })
    writeFileSync(stamp, sources)
  })
}

/** Runs once for processes that start together, because they write to the same directories. */
async function alone(isDone, work) {
  const release = await lock(inRoot('.lyceum-setup.lock'))
  try {
    if (!isDone()) await work()
  } finally {
    release()
  }
}

const builtFrom = [
  'src',
  'scripts/vite',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]
const notBuilt = /^src\/(demo|testing)\/|\.test\.tsx?$|\.md$/

function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of builtFrom.flatMap(filesBelow))
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRoot(file)))
      .update('\0')
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!existsSync(inRoot(path))) return []
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(inRoot(path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .filter((file) => !notBuilt.test(file))
    .sort()
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a program to its end. A signal stops it too and waits for it, so that it does not continue alone. */
async function run(program, args, env = process.env) {
  // Other programs may read the output of ours, so only that goes to standard output.
  const child = spawn(program, args, { cwd: root, env, stdio: ['inherit', 2, 'inherit'] })
  let stopped = false
  const passOn = (signal) => {
    stopped = true
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, passOn)
  try {
    const [status] = await once(child, 'exit')
    if (stopped) throw new Stopped()
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed with exit code ${status}.`)
  } catch (error) {
    throw error.syscall ? new Error(`${program} could not be started: ${error.message}`) : error
  } finally {
    for (const signal of signals) process.off(signal, passOn)
  }
}

/** Interrupted by a signal. */
class Stopped extends Error {
  message = 'Stopped before it was complete; the next start goes on from here.'
}
