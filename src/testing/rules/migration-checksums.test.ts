import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  changedMigrations,
  checksumsFile,
  parseChecksums,
  unlistedMigrations,
  withNewMigrations,
} from '../../../scripts/migration-checksums.ts'
import { migrationsFolder } from '#platform/database/migrate.ts'
import { readMigrationFiles } from '#platform/database/migration-files.ts'

const file = (name: string, checksum: string) => ({ name, text: '', checksum })
const listed = parseChecksums('aa  0001-a.sql\nbb  0002-b.sql\n')

test('finds edited, deleted and unlisted migrations', () => {
  expect(changedMigrations([file('0001-a.sql', 'aa'), file('0002-b.sql', 'bb')], listed)).toEqual([])
  expect(changedMigrations([file('0001-a.sql', 'a2'), file('0002-b.sql', 'bb')], listed)).toEqual([
    '0001-a.sql',
  ])
  expect(changedMigrations([file('0001-a.sql', 'aa')], listed)).toEqual(['0002-b.sql'])
  expect(unlistedMigrations([file('0001-a.sql', 'aa'), file('0003-c.sql', 'cc')], listed)).toEqual([
    '0003-c.sql',
  ])
})

test('adds new migrations to the list and never changes a line', () => {
  const files = [file('0001-a.sql', 'a2'), file('0003-c.sql', 'cc')]
  expect(withNewMigrations(files, listed)).toBe('aa  0001-a.sql\nbb  0002-b.sql\ncc  0003-c.sql\n')
})

test('keeps every migration as it was listed', async () => {
  const files = await readMigrationFiles(migrationsFolder)
  const checksums = parseChecksums(readFileSync(checksumsFile, 'utf8'))
  expect(changedMigrations(files, checksums), 'restore these; a change is a new migration').toEqual([])
  expect(unlistedMigrations(files, checksums), 'run `npm run db:checksums`').toEqual([])
})
