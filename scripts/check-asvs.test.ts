import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asvsIssues, asvsIssuesIn } from './check-asvs.ts'

const table = (...rows: [id: string, answer: string][]) =>
  rows.map(([id, answer]) => `| ${id} | 1 | words | ${answer} |`).join('\n')

test('has an answer for every identifier in our table', () => {
  expect(asvsIssuesIn(join(import.meta.dirname, '..'))).toEqual([])
})

test('names missing, duplicate, unknown and empty entries', () => {
  const rows = table(
    ['V1.1.1', '`src/a.ts`, `src/b.test.ts`'],
    ['V1.1.2', 'open: nobody did it'],
    ['V1.1.2', 'not applicable: no such thing'],
    ['V1.1.3', 'surely'],
    ['V9.9.9', 'open: '],
  )
  expect(asvsIssues(rows, 'V1.1.1\nV1.1.2\nV1.1.3\nV1.1.4\n')).toEqual([
    'V1.1.2 stands there 2 times',
    'V1.1.4 stands there 0 times',
    'V9.9.9 is no identifier',
    'V1.1.3 is answered by nothing: surely',
    'V9.9.9 is answered by nothing: open: ',
  ])
})
