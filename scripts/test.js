// `npm test`: runs every check, on free ports, beside other running programs.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { compileCache, ensureBuilt, ensureInstalled, pinnedNode, root } from './bootstrap.js'

// Settings of a person's own product must not affect the tests.
const own = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'ROOT_DOMAIN',
  'APP_SECRET',
  'NODE_ENV',
  'SMTP_URL',
  'DEMO',
  'LOG_LEVEL',
]
// Compiler and linter are written in Go: the default frequency of garbage collection costs them a quarter of
// their time.
const rarely = { GOGC: '400', GOMEMLIMIT: '3GiB' }
const env = { ...rarely, ...process.env, ...compileCache() }
for (const name of own) delete env[name]

const bin = (name) => join(root, 'node_modules', name)
const node = (...args) => runs(pinnedNode(), ...args)
const results = []
/** Results of each test file from Vitest's JSON reporter: name, times, message and tests. */
const testFiles = []

async function check(name, passes) {
  console.log(`\n── ${name}`)
  const started = performance.now()
  let passed = 0
  let failed = 0
  try {
    ;({ passed, failed } = await passes())
  } catch (error) {
    console.error(error.message)
    failed = 1
  }
  results.push({ name, passed, failed, seconds: (performance.now() - started) / 1000 })
}

/** A program that exits with 0 counts as one passed test. */
function runs(program, ...args) {
  const { status, error } = spawnSync(program, args, { cwd: root, env, stdio: 'inherit' })
  if (error) throw error
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** The same in parallel: its output is printed at its end. */
async function told(...args) {
  const child = spawn(pinnedNode(), args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const [status] = await once(child, 'close')
  process.stdout.write(`\n── ${args.map((arg) => relative(root, arg) || arg).join(' ')}\n${said}`)
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

const done = { passed: 1, failed: 0 }

/** Runs all Vitest projects on the same workers and counts the tests; an error outside of tests counts as one failure. */
function tests() {
  const report = join(root, '.test-output', 'tests.json')
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { failed } = node(bin('vitest/vitest.mjs'), 'run', ...reporters)
  const counts = JSON.parse(readFileSync(report, 'utf8'))
  testFiles.push(...counts.testResults)
  // A skipped test proves nothing, so it counts as failed.
  const skipped = counts.numPendingTests + counts.numTodoTests
  if (skipped > 0) console.error(`${skipped} tests were skipped`)
  return { passed: counts.numPassedTests, failed: Math.max(counts.numFailedTests + skipped, failed) }
}

rmSync(join(root, '.test-output'), { recursive: true, force: true })
mkdirSync(join(root, '.test-output'))
await check('install', async () => (await ensureInstalled(), done))
// Each of these uses less than the whole machine, and none needs the results of another.
await Promise.all([
  check('build', async () => (await ensureBuilt(), done)),
  check('format', () => told(bin('oxfmt/bin/oxfmt'), '--check', '.')),
  check('lint', () => told(bin('oxlint/bin/oxlint'), '--deny-warnings')),
  check('types', async () => {
    const routes = await told(bin('@react-router/dev/bin.cjs'), 'typegen')
    // Each additional checker repeats most type computations, which costs more than two processors gain.
    return routes.failed ? routes : told(bin('typescript/bin/tsc'), '--noEmit', '--checkers', '1')
  }),
  check('documents', () => told('scripts/check-docs.ts')),
])
await check('tests', async () => {
  const { findBrowser, installBrowsers } = await import('./find-browser.js')
  installBrowsers()
  env.CHROMIUM_PATH = findBrowser()
  return tests()
})
await check('refusals reached', () => node('scripts/check-refusals.ts'))

/** The first lines of an error, without colours. */
const summary = (message) =>
  stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n    ').slice(0, 1_500)

/** The end of the output lists failed tests again, because logs are often truncated at the beginning. */
function printFailures() {
  for (const { name, message, assertionResults } of testFiles) {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const file = relative(root, name)
    for (const test of failed)
      console.log(`\n✗ ${file} > ${test.fullName}\n    ${test.failureMessages.map(summary).join('\n    ')}`)
    if (message && failed.length === 0) console.log(`\n✗ ${file}\n    ${summary(message)}`)
  }
}

function printSlowestFiles() {
  const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1_000
  const slowest = testFiles.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, 10)
  console.log('\nSlowest test files:')
  for (const file of slowest)
    console.log(`${seconds(file).toFixed(1).padStart(7)} s  ${relative(root, file.name)}`)
}

printSlowestFiles()
printFailures()
console.log('')
for (const { name, failed, seconds } of results)
  console.log(
    `${failed ? '✗' : '✓'} ${name.padEnd(26)}${seconds.toFixed(1).padStart(7)} s  ${failed ? `${failed} failed` : ''}`,
  )
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') > 0 ? 1 : 0)
