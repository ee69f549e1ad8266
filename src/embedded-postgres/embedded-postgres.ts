import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { archiveWal } from './wal-archive.ts'
import { ensureCluster, ownerRole, connectionUrl } from './cluster.ts'
import { lockDataDir } from './data-lock.ts'
import { stopOrphanedServer } from './stop-orphaned-server.ts'
import { findDataDirectory, findPostgresBinaries, type DataDirectory } from './data-directory.ts'
import { superviseServer, type Log } from './server.ts'

export interface EmbeddedOptions {
  /** Contains the cluster in its directory `postgres`. */
  dataDir: string
  /** Required port; default: the port of the last start, or any free one. */
  port?: number
  log?: Log
  /** Directory for WAL archiving, for backups. */
  archiveTo?: string | null
  /** For tests: fast, but not crash-safe. */
  ephemeral?: boolean
}

export interface EmbeddedPostgres {
  /** Connection URL of the owner to the database `lyceum`. */
  url: string
  /** Process id of the server; changes after a restart. */
  readonly pid: number
  /** Ends open transactions, writes a checkpoint and waits for the end. */
  stop(): Promise<void>
}

const silent: Log = { info() {}, warn() {}, error() {} }

/**
 * Starts Postgres as a child process and keeps it running until `stop`. Recovers from a crash; throws
 * DataDirInUseError if another process uses the data.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log = silent, ephemeral = false, archiveTo = null } = options
  const holds = [await lockDataDir(dataDir)]
  const release = async () => {
    for (const end of holds.splice(0)) await end()
  }
  try {
    const dataDirectory = findDataDirectory(dataDir)
    // The cluster may be behind a link, which a copied data directory contains as well.
    holds.push(await lockDataDir(dataDirectory.dir))
    const binaries = findPostgresBinaries(dataDirectory)
    await stopOrphanedServer(dataDirectory, log)
    const password = await ensureCluster(dataDirectory, binaries, { log, ephemeral })
    const port = await choosePort(dataDirectory, options.port)
    const archive = archiveTo ? archiveWal(dataDirectory, archiveTo) : {}
    const server = await superviseServer({
      dataDirectory,
      binaries,
      port,
      password,
      log,
      ephemeral,
      archive,
    })
    await ensureDatabase(connectionUrl(dataDirectory, { port, password, database: 'postgres' }))
    return {
      url: connectionUrl(dataDirectory, { port, password, database: ownerRole }),
      get pid() {
        return server.pid()
      },
      async stop() {
        await server.stop()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

async function choosePort(dataDirectory: DataDirectory, requestedPort?: number) {
  const file = join(dataDirectory.dir, 'port')
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  const port = (await freePort(requestedPort ?? last)) ?? (await freePort(0))
  if (!port) throw new Error('No free port found for the database.')
  if (requestedPort && port !== requestedPort)
    throw new Error(`Port ${requestedPort} for the database is already in use.`)
  writeFileSync(file, String(port))
  return port
}

/** Returns `port`, or a free port for 0; null if the port is taken. */
function freePort(port: number) {
  return new Promise<number | null>((done) => {
    const probe = createServer()
    probe.on('error', () => done(null))
    probe.listen(port, '127.0.0.1', () => {
      const found = (probe.address() as { port: number }).port
      probe.close(() => done(found))
    })
  })
}

async function ensureDatabase(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [ownerRole])
    if (rowCount === 0) await client.query(`create database ${ownerRole}`)
  } finally {
    await client.end()
  }
}
