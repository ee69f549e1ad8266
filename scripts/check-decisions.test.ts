import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { decisionErrors, decisionErrorsIn } from './check-decisions.ts'

const file = 'docs/decisions/0007-store-files.md'
const record = `# 0007: Files are stored on disk

- **Status:** accepted
- **Date:** 2026-11-21

## Context

Why.

## Decision

What.

## Consequences

Cost.
`

let root: string | undefined
afterEach(() => root && rmSync(root, { recursive: true, force: true }))

function folderWith(files: Record<string, string>) {
  root = mkdtempSync(join(tmpdir(), 'lyceum-decisions-'))
  mkdirSync(join(root, 'docs/decisions'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'docs/decisions', name), text)
  return root
}

test('accepts a record in the form of the template', () => {
  expect(decisionErrors(file, record)).toEqual([])
  expect(decisionErrors(file, record.replace('accepted', 'replaced by [0009](0009-s3.md)'))).toEqual([])
})

test('names each missing part', () => {
  const errors = (text: string) => decisionErrors(file, text).map((line) => line.replace(`${file}: `, ''))
  expect(errors(record.replace('0007:', '7.'))).toEqual(['the title must start with "# 0007: "'])
  expect(errors(record.replace('accepted', 'maybe'))).toEqual(['"- **Status:** …" is missing or unknown'])
  expect(errors(record.replace('2026-11-21', 'today'))).toEqual(['"- **Date:** YYYY-MM-DD" is missing'])
  expect(errors(record.replace('Why.', 'See `npm run\nbench`.'))).toEqual([
    'inline code must end on its line: See `npm run',
    'inline code must end on its line: bench`.',
  ])
  expect(errors(record.replace('## Context', '## Why'))).toEqual([
    'the sections must be Context, Decision, Consequences',
  ])
})

test('requires unique numbers and a complete list', () => {
  const files = {
    '0007-store-files.md': record,
    'README.md': '- [0007: Files are stored on disk](0007-store-files.md)\n',
  }
  expect(decisionErrorsIn(folderWith(files))).toEqual([])
  rmSync(root!, { recursive: true })
  expect(decisionErrorsIn(folderWith({ ...files, '0007-again.md': record }))).toEqual([
    'docs/decisions/README.md lacks the line: - [0007: Files are stored on disk](0007-again.md)',
    'docs/decisions: two records have the number 0007',
  ])
})
