import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Databases } from '#platform/database/database.server.ts'
import { openUnrecordedDatabases } from '../harness/harness.ts'
import { readCatalogue } from './catalogue.ts'
import { declaredTables, tableOwners } from './declared-tables.ts'
import { readSources, type Catalogue, type SourceAccesses } from './table-access.ts'

/** Programs that copy whole schools with all tables. */
const copiesSchools = new Set(['demo', 'operations'])

/** Files with computed names of written tables, with the reason why they may write each of them. */
const computed = new Map([
  ['src/analytics/anonymize-usage.ts', 'Its type names two tables of this domain.'],
  ['src/assistant/asked-questions/erase-questions.ts', 'Its type names two tables of this domain.'],
  ['src/import-export/resumable-job.ts', 'Its type names the two tables of course imports and exports.'],
  [
    'src/data-privacy/erase-person.ts',
    'Erases the rows that the owner of each table declares as personal data.',
  ],
])

/**
 * Lines `domain table reason`: reads of other domains' tables. The first line is the number of reads without a reason, which
 * are older than this rule. It only falls, so every new line needs a reason.
 */
const readsFile = join(import.meta.dirname, './foreign-reads.txt')
const isUpdate = process.env.UPDATE_FOREIGN_READS === '1'

let databases: Databases
let catalogue: Catalogue
let sources: SourceAccesses
let owners: Map<string, string>
beforeAll(async () => {
  databases = await openUnrecordedDatabases()
  catalogue = await readCatalogue(databases.auxDb)
  sources = readSources(catalogue)
  owners = await tableOwners()
})
afterAll(() => databases.close())

const foreign = (kind: 'read' | 'write') =>
  sources.accesses.filter(
    (access) =>
      access.kind === kind && access.domain !== owners.get(access.table) && !copiesSchools.has(access.domain),
  )

test('declares every table by exactly one domain', async () => {
  const declared = (await declaredTables()).map(({ table }) => table)
  expect(declared.toSorted()).toEqual([...catalogue.tables].toSorted())
})

test('finds no writes to tables of other domains', () => {
  const writes = foreign('write').map(({ table, file }) => `${file} writes ${table} of ${owners.get(table)}`)
  expect(writes, 'call a function of the owner, or let the owner react to an event').toEqual([])
})

test('finds the written tables of each statement in the source', () => {
  expect(sources.computed.toSorted()).toEqual([...computed.keys()].toSorted())
})

function readList() {
  const [first, ...lines] = readFileSync(readsFile, 'utf8').trim().split('\n')
  const listed = lines.map((line) => {
    const [domain, table, ...reason] = line.split(' ')
    return { read: `${domain} ${table}`, reason: reason.join(' '), line }
  })
  return { maxUnexplained: Number(first), listed }
}

/** The list without reads that are not in the source. */
function shrunkenList(reads: Set<string>) {
  const { maxUnexplained, listed } = readList()
  const remaining = listed.filter(({ read }) => reads.has(read))
  const unexplained = remaining.filter(({ reason }) => !reason).length
  return [Math.min(unexplained, maxUnexplained), ...remaining.map(({ line }) => line), ''].join('\n')
}

test('finds no new reads of other domains’ tables', () => {
  const reads = new Set(foreign('read').map(({ domain, table }) => `${domain} ${table}`))
  if (isUpdate) writeFileSync(readsFile, shrunkenList(reads))
  const { maxUnexplained, listed } = readList()
  const unlisted = [...reads].filter((read) => !listed.some((each) => each.read === read))
  expect(unlisted, 'ask the owner by a function of its index.ts').toEqual([])
  // After removing a read: run `UPDATE_FOREIGN_READS=1 vitest run --project unit src/testing/table-owners`.
  expect(
    listed.filter(({ read }) => !reads.has(read)).map(({ line }) => line),
    'remove these lines',
  ).toEqual([])
  const unexplained = listed.filter(({ reason }) => !reason).length
  expect(unexplained, 'a new line says after the table why no function of the owner serves').toBe(
    maxUnexplained,
  )
})
