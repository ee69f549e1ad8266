import type { ConfigReader } from './config.ts'

export interface DatabaseConfig {
  /** Connections to the database that one process uses for requests. */
  databaseConnections: number
}

export const readDatabase = (read: ConfigReader): DatabaseConfig => ({
  databaseConnections: read.number('DATABASE_CONNECTIONS', 12, { min: 2, max: 500 }),
})
