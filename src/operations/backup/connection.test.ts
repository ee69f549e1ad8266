import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '#config.ts'
import { ensureEmbeddedDatabase } from './connection.ts'
import { requiredWalFiles } from './verify-backup.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'lyceum-backup-'))

test('refuses an external database, and archives nothing without a directory', () => {
  const foreign = loadConfig({
    DATA_DIR,
    DATABASE_URL: 'postgres://elsewhere/lyceum',
    BACKUP_DIR: '/backups',
  })
  expect(() => ensureEmbeddedDatabase(foreign)).toThrow('with its own tools')
  expect(() => ensureEmbeddedDatabase(loadConfig({ DATA_DIR }))).toThrow('Set BACKUP_DIR')
  expect(ensureEmbeddedDatabase(loadConfig({ DATA_DIR, BACKUP_DIR: '/backups' }))).toBe('/backups')
  expect(() => loadConfig({ DATA_DIR, BACKUP_DIR: `/a"; rm -rf "` })).toThrow('BACKUP_DIR must be a folder')
})

test('lists the WAL segments between two positions, across log files', () => {
  const walFiles = requiredWalFiles({
    first_wal: '0000000200000001000000FE',
    last_wal: '000000020000000200000001',
  })
  expect(walFiles).toEqual([
    '0000000200000001000000FE',
    '0000000200000001000000FF',
    '000000020000000200000000',
    '000000020000000200000001',
  ])
})
