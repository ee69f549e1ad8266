import type { Config } from '#platform/config/config.ts'
import { startEmbeddedForBackup } from './backup/connection.ts'

/** Opens the owner's connection to the configured database. */
export const openOwnerUrl = async (config: Config): Promise<{ url: string; close(): Promise<void> }> =>
  config.databaseUrl ? { url: config.databaseUrl, close: async () => {} } : startEmbeddedForBackup(config)
