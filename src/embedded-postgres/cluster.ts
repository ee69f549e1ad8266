import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DataDirectory } from './data-directory.ts'
import type { Log } from './server.ts'

/** Superuser of the cluster, and name of the database. */
export const ownerRole = 'lyceum'

export const clusterDir = (dataDirectory: DataDirectory) => join(dataDirectory.dir, 'cluster')

/** With a path that is too long for a socket, the server listens on TCP only. */
export const isSocketPathShortEnough = (dataDirectory: DataDirectory) =>
  Buffer.byteLength(join(dataDirectory.dir, '.s.PGSQL.65535')) < 100

export function connectionUrl(
  dataDirectory: DataDirectory,
  { port, password, database }: { port: number; password: string; database: string },
) {
  const socket = isSocketPathShortEnough(dataDirectory)
    ? `?host=${encodeURIComponent(dataDirectory.dir)}`
    : ''
  return `postgresql://${ownerRole}:${password}@127.0.0.1:${port}/${database}${socket}`
}

/** Creates the cluster under a temporary name and renames it, so that a crash leaves no incomplete cluster. */
export async function ensureCluster(
  dataDirectory: DataDirectory,
  programs: string,
  { ephemeral, log }: { ephemeral: boolean; log: Log },
) {
  const passwordFile = join(dataDirectory.dir, 'password')
  const cluster = clusterDir(dataDirectory)
  if (existsSync(cluster)) return readFileSync(passwordFile, 'utf8').trim()

  log.info('Creating the database cluster')
  const draft = `${cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  const password = randomBytes(24).toString('base64url')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (dataDirectory.user) chownSync(passwordFile, dataDirectory.user.uid, dataDirectory.user.gid)
  const options = `--encoding UTF8 --locale C --locale-provider builtin --builtin-locale C.UTF-8
    --username ${ownerRole} --auth scram-sha-256 --data-checksums`
  const quick = ephemeral ? ['--no-sync'] : []
  const args = [...options.split(/\s+/), ...quick, '--pgdata', draft, '--pwfile', passwordFile]
  await run(dataDirectory, join(programs, 'bin', 'initdb'), args)
  renameSync(draft, cluster)
  return password
}

/** Runs a program to its end as the server's user. */
function run(dataDirectory: DataDirectory, program: string, args: string[]) {
  return new Promise<void>((done, fail) => {
    const child = spawn(program, args, {
      ...processOptions(dataDirectory),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.on('error', fail)
    child.on('close', (code) => (code === 0 ? done() : fail(new Error(`${program} failed: ${said.trim()}`))))
  })
}

/** The server does not inherit our environment: it contains secrets, and settings such as PGDATA. */
export const processOptions = (dataDirectory: DataDirectory) => ({
  ...dataDirectory.user,
  cwd: dataDirectory.dir,
  env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
})
