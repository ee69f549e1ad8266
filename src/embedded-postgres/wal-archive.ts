import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { userPassesTest, type DataDirectory } from './data-directory.ts'

/** Directory of archived WAL segments within a backup directory. */
export const walDir = (backupDir: string) => join(backupDir, 'wal')

/**
 * Created by the first backup. Without a base backup, WAL is not archived, because it cannot be restored alone.
 */
export const archivingMarker = (backupDir: string) => join(walDir(backupDir), 'on')

/** Maximum data loss in seconds if the disk fails. */
const maxLossSeconds = 60

/** Prepares the directory for the server's user, and returns the settings for WAL archiving. */
export function archiveWal(dataDirectory: DataDirectory, backupDir: string): Record<string, string> {
  const wal = walDir(backupDir)
  mkdirSync(wal, { recursive: true })
  // Allows traversing, but not listing.
  chmodSync(backupDir, 0o711)
  if (dataDirectory.user) chownSync(wal, dataDirectory.user.uid, dataDirectory.user.gid)
  if (!userPassesTest(dataDirectory.user, 'test -w "$0" && test -x "$0"', wal))
    throw new Error(`The database user cannot write to ${wal}. Give it access, or move BACKUP_DIR.`)
  return {
    archive_mode: 'on',
    archive_timeout: String(maxLossSeconds),
    archive_command: keepPiece(wal),
  }
}

/** An existing segment must be identical; a new one is renamed when complete. */
const keepPiece = (wal: string) =>
  [
    `test ! -e "${wal}/on" ||`,
    `if test -e "${wal}/%f.gz"; then gunzip -c "${wal}/%f.gz" | cmp -s - "%p";`,
    `else gzip -1 -c "%p" > "${wal}/.%f" && sync "${wal}/.%f" && mv "${wal}/.%f" "${wal}/%f.gz"; fi`,
  ].join(' ')

/** Value of `restore_command`: how a server fetches archived segments. */
export const restoreCommand = (backupDir: string) => `gunzip -c "${walDir(backupDir)}/%f.gz" > "%p"`
