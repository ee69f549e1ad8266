import { join } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { signHmac } from '../security/tokens.ts'
import {
  MigrationError,
  pendingMigrations,
  readMigrationFiles,
  type AppliedMigration,
  type MigrationFile,
} from './migration-files.ts'

export const migrationsFolder = join(import.meta.dirname, '../../../migrations')

export interface MigrateOptions {
  /** Password of the application's role. */
  appRolePassword: string
  folder?: string
}

/**
 * Connection of the application's role to the owner's database. The password is derived from the secret and not
 * stored.
 */
export function appRoleUrl(ownerUrl: string, secret: string) {
  const url = new URL(ownerUrl)
  url.username = appRoleOf(ownerUrl)
  url.password = signHmac(secret, 'app-role', databaseOf(ownerUrl))
  return url.href
}

/**
 * Migrates the owner's database: the application's role, the tables of the job queue, then our files by name,
 * each in a transaction. Concurrent processes wait for each other. Returns the names of the applied migrations;
 * throws MigrationError.
 */
export async function migrate(ownerUrl: string, options: MigrateOptions): Promise<string[]> {
  const [lock, client] = [clientOf(ownerUrl), clientOf(ownerUrl)]
  await lock.connect()
  try {
    await holdMigrationLock(lock)
    await client.connect()
    await ensureRoles(client, appRoleOf(ownerUrl), options.appRolePassword)
    await runMigrations({ connectionString: ownerUrl, logger: silent })
    const applied = await applyFiles(client, options.folder ?? migrationsFolder)
    await lock.query('commit')
    return applied
  } finally {
    await Promise.all([lock.end(), client.end()])
  }
}

function clientOf(connectionString: string) {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  return client
}

/**
 * Waits for other migrations. The lock belongs to a transaction: a session lock would stay with a connection that
 * a pooler keeps, and block later starts.
 */
async function holdMigrationLock(client: pg.Client) {
  await client.query(
    'begin; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0; set local statement_timeout = 0',
  )
  await client.query(`select pg_advisory_xact_lock(hashtext('lyceum migrations'))`)
}

const silent = new Logger(() => () => {})
const databaseOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))
const appRoleOf = (ownerUrl: string) => `${databaseOf(ownerUrl)}_app`

/** Roles belong to the cluster, in which migrations of other databases may run concurrently. */
async function ensureRoles(client: pg.Client, appRole: string, password: string) {
  await unlessThere(client, 'create role lyceum_app nologin')
  const role = client.escapeIdentifier(appRole)
  const login = `login password ${client.escapeLiteral(password)}`
  const { rows } = await client.query<{ unbound: boolean }>(
    'select rolsuper or rolbypassrls as unbound from pg_roles where rolname = $1',
    [appRole],
  )
  // Only a superuser may name these attributes, and an owner need not be one.
  if (rows[0]?.unbound) await client.query(`alter role ${role} nosuperuser nobypassrls`)
  if (rows.length === 0) await unlessThere(client, `create role ${role} in role lyceum_app ${login}`)
  else await client.query(`alter role ${role} ${login}`)
}

async function unlessThere(client: pg.Client, statement: string) {
  try {
    await client.query(statement)
  } catch (error) {
    const { code } = error as pg.DatabaseError
    // duplicate_object, or unique_violation if another connection creates it now
    if (code !== '42710' && code !== '23505') throw error
  }
}

async function applyFiles(client: pg.Client, folder: string) {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<AppliedMigration>('select name, checksum from schema_migrations')
  const pending = pendingMigrations(await readMigrationFiles(folder), rows)
  for (const file of pending) await apply(client, file)
  return pending.map(({ name }) => name)
}

async function apply(client: pg.Client, { name, text, checksum }: MigrationFile) {
  // A migration that waits for a lock blocks other statements; it is better to fail and retry.
  await client.query(`begin; set local lock_timeout = '5s'`)
  try {
    await client.query(text)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const { message, position } = error as pg.DatabaseError
    const line = position ? ` (line ${text.slice(0, Number(position)).split('\n').length})` : ''
    throw new MigrationError(`The migration ${name} failed and was undone${line}: ${message}`, {
      cause: error,
    })
  }
}
