import { resolve } from 'node:path'
import { isThisMachine, url, type TextFormat } from './formats.ts'
import { booleanSetting, defineConfigGroup, integerSetting, textSetting, urlSetting } from './settings.ts'

export interface DatabaseConfig {
  /** Connection of the owner; null for the embedded Postgres. */
  databaseUrl: string | null
  /** Direct connection of the owner if `databaseUrl` is a pooler; else null. */
  databaseListenUrl: string | null
  /** Connections of one process for requests. */
  databaseConnections: number
  /** Whether statements are prepared. */
  preparedStatements: boolean
  /** Absolute path; null without backups. */
  backupDir: string | null
  /** Number of full backups to keep. */
  backupRetainCount: number
}

const postgresUrl: TextFormat = {
  test: (value) => url('postgres:', 'postgresql:').test(value) && new URL(value).pathname.length > 1,
  expected: 'a postgres:// address that names a database',
}

/** Postgres inserts the path into a command line. */
const commandPath: TextFormat = {
  test: (value) => !/["'%\\$`\n]/.test(value),
  expected: 'a folder, without quotes or per cent signs',
}

export const databaseGroup = defineConfigGroup({
  title: 'Database and backups',
  usedBy: ['web', 'worker', 'commands'],
  settings: {
    DATABASE_URL: urlSetting({
      description:
        'Connection of the database’s owner to Postgres 16 or later, in production with `?sslmode=verify-full` unless it is on this machine',
      format: postgresUrl,
      defaultText: 'an embedded Postgres in `DATA_DIR`',
      secret: true,
    }),
    DATABASE_LISTEN_URL: urlSetting({
      description:
        'Direct connection to the same database for notifications and migrations, if `DATABASE_URL` leads to a connection pooler',
      format: postgresUrl,
      defaultText: '`DATABASE_URL`',
      secret: true,
      usedBy: ['web', 'worker'],
    }),
    DATABASE_PREPARE: booleanSetting({
      description:
        'Whether statements are prepared, which some poolers do not support in transaction mode (PgBouncer before 1.21, or without `max_prepared_statements`)',
      default: true,
      usedBy: ['web', 'worker'],
    }),
    DATABASE_CONNECTIONS: integerSetting({
      description:
        'Connections of one process for requests, besides 5 more and `WORKER_CONCURRENCY` + 3 for jobs; lowered at start if the sum exceeds half of the database’s limit',
      minimum: 2,
      maximum: 500,
      unit: 'connections',
      default: 12,
      usedBy: ['web', 'worker'],
    }),
    BACKUP_DIR: textSetting({
      description: 'Folder of backups and of the database’s log (WAL), best on another disk',
      format: commandPath,
      defaultText: 'no backups',
      usedBy: ['web', 'commands'],
    }),
    BACKUP_RETAIN_COUNT: integerSetting({
      description: 'Number of full backups to keep',
      minimum: 1,
      maximum: 1_000,
      unit: 'backups',
      default: 7,
      usedBy: ['commands'],
    }),
  },
  resolve(values, { requiresTls, addError }) {
    for (const name of ['DATABASE_URL', 'DATABASE_LISTEN_URL'] as const) {
      const address = values[name]
      if (address && requiresTls('database') && !isVerifiedOrLocal(address))
        addError(
          name,
          'must say sslmode=verify-full in production, or lead to this machine; ALLOW_PLAINTEXT_CONNECTIONS=database allows it as it is',
        )
    }
    return {
      databaseUrl: values.DATABASE_URL,
      databaseListenUrl: values.DATABASE_LISTEN_URL,
      databaseConnections: values.DATABASE_CONNECTIONS,
      preparedStatements: values.DATABASE_PREPARE,
      backupDir: values.BACKUP_DIR === null ? null : resolve(values.BACKUP_DIR),
      backupRetainCount: values.BACKUP_RETAIN_COUNT,
    } satisfies DatabaseConfig
  },
})

/** Uses verified TLS, or no network: `?host=` overrides the address and may be a socket. */
function isVerifiedOrLocal(address: string) {
  const { hostname, searchParams } = new URL(address)
  const host = searchParams.get('host') ?? hostname
  if (host.startsWith('/') || (host !== '' && isThisMachine(host))) return true
  return searchParams.getAll('sslmode').join() === 'verify-full' && !searchParams.has('ssl')
}
