import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { userPassesTest, type DataDirectory } from './data-directory.ts'

/** Where a folder of backups keeps the database's log, in pieces that Postgres names. */
export const walDir = (backupDir: string) => join(backupDir, 'wal')

/** Made by the first backup. Without it the log is let go, since nothing could be restored from it alone. */
export const archivingMarker = (backupDir: string) => join(walDir(backupDir), 'on')

/** At most this much of the last writes is lost with the disk. */
const atMostSeconds = 60

/** Makes the folder ready for the server's user, and answers the settings by which the server fills it. */
export function archiveWal(dataDirectory: DataDirectory, backupDir: string): Record<string, string> {
  const wal = walDir(backupDir)
  mkdirSync(wal, { recursive: true })
  // To pass through, not to list.
  chmodSync(backupDir, 0o711)
  if (dataDirectory.user) chownSync(wal, dataDirectory.user.uid, dataDirectory.user.gid)
  if (!userPassesTest(dataDirectory.user, 'test -w "$0" && test -x "$0"', wal))
    throw new Error(`The database user cannot write to ${wal}. Give it access, or move BACKUP_DIR.`)
  return {
    archive_mode: 'on',
    archive_timeout: String(atMostSeconds),
    archive_command: keepPiece(wal),
  }
}

/** What is there already must be the same; what is new appears whole. */
const keepPiece = (wal: string) =>
  [
    `test ! -e "${wal}/on" ||`,
    `if test -e "${wal}/%f.gz"; then gunzip -c "${wal}/%f.gz" | cmp -s - "%p";`,
    `else gzip -1 -c "%p" > "${wal}/.%f" && sync "${wal}/.%f" && mv "${wal}/.%f" "${wal}/%f.gz"; fi`,
  ].join(' ')

/** How a server that is being restored gets the pieces back. */
export const restoreCommand = (backupDir: string) => `gunzip -c "${walDir(backupDir)}/%f.gz" > "%p"`
