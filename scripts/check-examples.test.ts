import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { exampleErrorsIn, exportedNames } from './check-examples.ts'

let root: string | undefined
afterEach(() => root && rmSync(root, { recursive: true, force: true }))

test('finds declared and listed exports', () => {
  const source = `export async function a() {}
export const b = 1
export interface C {}
export { d, e as f, type G } from './x.ts'
const h = 2`
  expect([...exportedNames(source)]).toEqual(['a', 'b', 'C', 'd', 'f', 'G'])
})

test('reports an example that imports a missing name or file', () => {
  root = mkdtempSync(join(tmpdir(), 'lyceum-examples-'))
  mkdirSync(join(root, 'docs'))
  mkdirSync(join(root, 'src/platform'), { recursive: true })
  writeFileSync(join(root, 'src/platform/route.ts'), 'export const route = 1\nexport type Route = 2\n')
  writeFileSync(
    join(root, 'docs/a.md'),
    `\`\`\`ts
import { Type } from 'typebox'
import { route, type Route, gone } from '#platform/route.ts'
import type { Ctx } from '#tenancy/gone.ts'
import { local } from './local.ts'
\`\`\`
`,
  )
  expect(exampleErrorsIn(root)).toEqual([
    'docs/a.md: an example imports gone, which src/platform/route.ts does not export',
    'docs/a.md: an example imports src/tenancy/gone.ts, which does not exist',
  ])
})

test('the examples of this repository import existing names', () => {
  expect(exampleErrorsIn(join(import.meta.dirname, '..'))).toEqual([])
})
