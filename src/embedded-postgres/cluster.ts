import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './data-directory.ts'
import type { Log } from './server.ts'

/** The first role of the cluster, and the name of our database. */
export const owner = 'lyceum'

export const clusterOf = (place: Place) => join(place.dir, 'cluster')

/** A path that is too long for a socket leaves TCP alone. */
export const socketFits = (place: Place) => Buffer.byteLength(join(place.dir, '.s.PGSQL.65535')) < 100

export function urlOf(place: Place, port: number, password: string, database: string) {
  const socket = socketFits(place) ? `?host=${encodeURIComponent(place.dir)}` : ''
  return `postgresql://${owner}:${password}@127.0.0.1:${port}/${database}${socket}`
}

/** Creates the cluster beside its final place, so that a crash half-way leaves nothing that looks whole. */
export async function ensureCluster(
  place: Place,
  programs: string,
  { ephemeral, log }: { ephemeral: boolean; log: Log },
) {
  const passwordFile = join(place.dir, 'password')
  const cluster = clusterOf(place)
  if (existsSync(cluster)) return readFileSync(passwordFile, 'utf8').trim()

  log.info('Creating the database cluster')
  const draft = `${cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  const password = randomBytes(24).toString('base64url')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (place.user) chownSync(passwordFile, place.user.uid, place.user.gid)
  const options = `--encoding UTF8 --locale C --locale-provider builtin --builtin-locale C.UTF-8
    --username ${owner} --auth scram-sha-256 --data-checksums`
  const quick = ephemeral ? ['--no-sync'] : []
  const args = [...options.split(/\s+/), ...quick, '--pgdata', draft, '--pwfile', passwordFile]
  await run(place, join(programs, 'bin', 'initdb'), args)
  renameSync(draft, cluster)
  return password
}

/** Runs one program to its end as the place's user. */
function run(place: Place, program: string, args: string[]) {
  return new Promise<void>((done, fail) => {
    const child = spawn(program, args, { ...asUser(place), stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.on('error', fail)
    child.on('close', (code) => (code === 0 ? done() : fail(new Error(`${program} failed: ${said.trim()}`))))
  })
}

/** Nothing of our environment reaches the server: it holds secrets, and settings such as PGDATA. */
export const asUser = (place: Place) => ({
  ...place.user,
  cwd: place.dir,
  env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
})
