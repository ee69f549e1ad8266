import type { Config } from '#platform/config/config.ts'
import { startEmbeddedForBackup } from './backup/connection.ts'

/** The owner's connection to whichever database the configuration names. */
export const openOwnerUrl = async (config: Config): Promise<{ url: string; close(): Promise<void> }> =>
  config.databaseUrl ? { url: config.databaseUrl, close: async () => {} } : startEmbeddedForBackup(config)
