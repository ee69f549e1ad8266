/** Adds new migrations to `migrations/checksums.txt`, which makes a change of a listed file fail a test. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsFolder } from '../src/platform/database/migrate.ts'
import { readMigrationFiles, type MigrationFile } from '../src/platform/database/migration-files.ts'

type Checksums = ReadonlyMap<string, string>

/** Checksums by file name, from lines `SHA-256  name` as `sha256sum` prints them. */
export const parseChecksums = (text: string): Checksums =>
  new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('  ').toReversed() as [string, string]),
  )

/** Listed files that were edited or deleted. */
export function changedMigrations(files: readonly MigrationFile[], listed: Checksums): string[] {
  const current = new Map(files.map(({ name, checksum }) => [name, checksum]))
  return [...listed].filter(([name, checksum]) => current.get(name) !== checksum).map(([name]) => name)
}

/** Files that the list lacks. */
export const unlistedMigrations = (files: readonly MigrationFile[], listed: Checksums): string[] =>
  files.map(({ name }) => name).filter((name) => !listed.has(name))

/** The list with all new files; the lines of listed files do not change. */
export function withNewMigrations(files: readonly MigrationFile[], listed: Checksums): string {
  const current = new Map(files.map(({ name, checksum }) => [name, checksum]))
  return [...new Map([...current, ...listed])]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, checksum]) => `${checksum}  ${name}\n`)
    .join('')
}

export const checksumsFile = join(migrationsFolder, 'checksums.txt')

if (import.meta.main) {
  const [files, listed] = [
    await readMigrationFiles(migrationsFolder),
    parseChecksums(readFileSync(checksumsFile, 'utf8')),
  ]
  const changed = changedMigrations(files, listed)
  if (changed.length > 0) {
    console.error(`Restore these files, and put the change into a new migration: ${changed.join(', ')}`)
    process.exitCode = 1
  } else writeFileSync(checksumsFile, withNewMigrations(files, listed))
}
