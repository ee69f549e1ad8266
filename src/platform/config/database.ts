import type { ConfigReader } from './config.ts'

export interface DatabaseConfig {
  /** Connections to the database that one process uses for requests. */
  databaseConnections: number
  /** Whether statements are prepared; off behind a pooler that cannot do that. */
  preparedStatements: boolean
}

export const readDatabase = (read: ConfigReader): DatabaseConfig => ({
  databaseConnections: read.number('DATABASE_CONNECTIONS', 12, { min: 2, max: 500 }),
  preparedStatements: read.oneOf('DATABASE_PREPARE', ['on', 'off'] as const, 'on') === 'on',
})
