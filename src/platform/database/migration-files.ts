import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface MigrationFile {
  name: string
  /** SQL with line feeds as line ends. */
  text: string
  checksum: string
}

export interface AppliedMigration {
  name: string
  checksum: string
}

/** A migration that cannot be applied. The message tells the operator what to do. */
export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MigrationError'
  }
}

/** Reads the SQL files of the folder in the order of their names. */
export async function readMigrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows has other line ends, but the same content.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Returns the files that are not applied, in order. Throws MigrationError if an applied file was edited or is
 * missing, or if a new file sorts before an applied one: an empty database would be built differently.
 */
export function pendingMigrations(files: MigrationFile[], applied: AppliedMigration[]): MigrationFile[] {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const edited = files.find(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum)
  if (edited)
    throw new MigrationError(
      `The migration ${edited.name} was changed after it had been applied to this database. Restore it, and put the change into a new migration.`,
    )
  const missing = missingMigration(files, applied)
  if (missing)
    throw new MigrationError(
      `The migration ${missing} was applied to this database, but its file is missing. Restore the file; a change of the schema goes into a new migration.`,
    )
  const pending = files.filter(({ name }) => !checksums.has(name))
  const lastApplied = [...checksums.keys()].sort().at(-1)
  const late = pending.find(({ name }) => lastApplied && name < lastApplied)
  if (late)
    throw new MigrationError(
      `The migration ${late.name} is new, but sorts before ${lastApplied}, which was already applied to this database. Rename it so that it sorts last.`,
    )
  return pending
}

/**
 * The first applied migration without a file. Migrations after the last file belong to a newer release: the
 * previous release may start on its database, so that an upgrade can be reverted.
 */
function missingMigration(files: MigrationFile[], applied: AppliedMigration[]) {
  const names = new Set(files.map(({ name }) => name))
  const newest = files.at(-1)?.name
  const isOfNewerRelease = (name: string) => newest !== undefined && name > newest
  return applied
    .map(({ name }) => name)
    .sort()
    .find((name) => !names.has(name) && !isOfNewerRelease(name))
}
