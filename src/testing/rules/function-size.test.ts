import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/**
 * Lines `path function size reason`: functions above 40 lines or 3 parameters, their size (`45 lines`, `4 parameters`) and
 * why they are not smaller: `markup` (one component's JSX) or `unsplit` (to be divided when the function changes).
 */
const listFile = join(import.meta.dirname, 'large-functions.txt')
const root = join(import.meta.dirname, '../../..')
const isUpdate = process.env.UPDATE_LARGE_FUNCTIONS === '1'

interface Diagnostic {
  message: string
  filename: string
}

/** What oxlint reports for one function: `path function` and its size. Anonymous functions are called `(anonymous)`. */
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

const reasonFor = (name: string) => (/\.tsx /.test(name) ? 'markup' : 'unsplit')

test('no function grows above 40 lines or 3 parameters', { timeout: 60_000 }, async () => {
  const found = await largeFunctions()
  const listed = new Map(
    readFileSync(listFile, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [path, name, size, unit] = line.split(' ')
        return [`${path} ${name} ${unit}` as string, Number(size)] as const
      }),
  )
  if (isUpdate) {
    const lines = [...found]
      .filter(([name]) => isFirstList(listed) || listed.has(name))
      .map(([name, size]) => {
        const [path, called, unit] = name.split(' ')
        return `${path} ${called} ${Math.min(size, listed.get(name) ?? size)} ${unit} ${reasonFor(name)}\n`
      })
    writeFileSync(listFile, lines.toSorted().join(''))
  }
  const grown = [...found].filter(([name, size]) => size > (listed.get(name) ?? 0))
  expect(grown, 'split these functions').toEqual([])
  const shrunk = [...listed].filter(([name, size]) => (found.get(name) ?? 0) < size)
  // A function that became smaller: run `UPDATE_LARGE_FUNCTIONS=1 vitest run --project unit function-size`.
  expect(shrunk, 'list these with their smaller size').toEqual([])
})

const isFirstList = (listed: Map<string, number>) => listed.size === 0
