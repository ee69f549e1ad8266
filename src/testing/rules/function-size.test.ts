import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/**
 * Lines `path function size reason`: functions above 40 lines or 3 parameters, their size (`45 lines`, `4 parameters`) and
 * why they are not smaller, such as `markup` (one component's JSX) or `one SQL query`.
 */
const listFile = join(import.meta.dirname, 'large-functions.txt')
const root = join(import.meta.dirname, '../../..')
const isUpdate = process.env.UPDATE_LARGE_FUNCTIONS === '1'

interface Diagnostic {
  message: string
  filename: string
}

/**
 * Parses oxlint's report of one function: `path function` and its size. Anonymous functions are called
 * `(anonymous)`.
 */
function parseDiagnostic({ message, filename }: Diagnostic) {
  const name = /`([^`]+)`/.exec(message)?.[1] ?? '(anonymous)'
  const lines = /too many lines \((\d+)\)/.exec(message)
  const parameters = /too many parameters \((\d+)\)/.exec(message)
  if (!lines && !parameters) throw new Error(`Unknown report: ${message}`)
  const size = lines ? `${lines[1]} lines` : `${parameters![1]} parameters`
  return { name: `${filename} ${name} ${size.split(' ')[1]}`, size: Number(size.split(' ')[0]) }
}

async function largeFunctions(): Promise<Map<string, number>> {
  const config = join(import.meta.dirname, 'function-size.oxlintrc.json')
  const args = [
    join(root, 'node_modules/oxlint/bin/oxlint'),
    '-c',
    config,
    '--format=json',
    'src',
    'scripts',
    'bench',
    'faults',
  ]
  const ended = promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 64e6 })
  // oxlint ends with 1 when it reports something.
  const { stdout } = await ended.catch((error: { stdout: string }) => error)
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
  const sizes = new Map<string, number>()
  const outsideTests = diagnostics.filter(({ filename }) => !/\.test\.tsx?$/.test(filename))
  for (const { name, size } of outsideTests.map(parseDiagnostic))
    sizes.set(name, Math.max(size, sizes.get(name) ?? 0))
  return sizes
}

interface ListedFunction {
  size: number
  reason: string
}

function readList(): Map<string, ListedFunction> {
  const lines = readFileSync(listFile, 'utf8').split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [path, name, size, unit, ...reason] = line.split(' ')
      return [`${path} ${name} ${unit}`, { size: Number(size), reason: reason.join(' ') }]
    }),
  )
}

/** The list without small functions, and with the smaller sizes of the others. */
function shrunkenList(listed: Map<string, ListedFunction>, found: Map<string, number>) {
  const lines = [...listed].flatMap(([key, { size, reason }]) => {
    const [path, name, unit] = key.split(' ')
    const now = found.get(key)
    return now === undefined ? [] : [`${path} ${name} ${Math.min(size, now)} ${unit} ${reason}\n`]
  })
  return lines.toSorted().join('')
}

test('refuses functions that grow above 40 lines or 3 parameters', { timeout: 60_000 }, async () => {
  const found = await largeFunctions()
  if (isUpdate) writeFileSync(listFile, shrunkenList(readList(), found))
  const listed = readList()
  const grown = [...found].filter(([name, size]) => size > (listed.get(name)?.size ?? 0))
  expect(grown, 'split these functions').toEqual([])
  const shrunk = [...listed].filter(([name, { size }]) => (found.get(name) ?? 0) < size)
  // A function that became smaller: run `UPDATE_LARGE_FUNCTIONS=1 vitest run --project unit function-size`.
  expect(shrunk, 'list these with their smaller size').toEqual([])
  const unexplained = [...listed].filter(([, { reason }]) => !reason)
  expect(unexplained, 'say why these are not split').toEqual([])
})
