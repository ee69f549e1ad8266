import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import { ownerRole, connectionUrl } from '#embedded-postgres/cluster.ts'
import { DataDirInUseError, lockDataDir } from '#embedded-postgres/data-lock.ts'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { UsageError } from '../command.ts'

/** Opens the embedded database of DATA_DIR: the running one, or one started for this command. */
export async function startEmbeddedForBackup(
  config: Config,
): Promise<{ url: string; close(): Promise<void> }> {
  const { dataDir, backupDir } = config
  if (await isHeld(dataDir)) {
    const dir = realpathSync(join(dataDir, 'postgres'))
    const [port, password] = ['port', 'password'].map((name) => readFileSync(join(dir, name), 'utf8').trim())
    const login = { port: Number(port), password: password!, database: ownerRole }
    return {
      url: connectionUrl({ dir, user: null }, login),
      close: async () => {},
    }
  }
  const server = await startEmbeddedPostgres({ dataDir, archiveTo: backupDir })
  return { url: server.url, close: () => server.stop() }
}

async function isHeld(dataDir: string) {
  try {
    const release = await lockDataDir(dataDir, 0)
    await release()
    return false
  } catch (error) {
    if (error instanceof DataDirInUseError) return true
    throw error
  }
}

/** Refuses external databases, which need their own backup tools. Returns DATA_DIR. */
export function ensureEmbeddedDatabase(config: Config): string {
  if (config.databaseUrl)
    throw new UsageError(
      'DATABASE_URL is your own database. Back it up with its own tools (pg_basebackup with a log archive, or those of its host), together with DATA_DIR/uploads or the bucket.',
    )
  if (!config.backupDir) throw new UsageError('Set BACKUP_DIR to a folder, ideally on another disk.')
  return config.backupDir
}
