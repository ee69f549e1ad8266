import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { processOptions, clusterDir, isSocketPathShortEnough, connectionUrl } from './cluster.ts'
import type { DataDirectory } from './data-directory.ts'
import { serverSettings } from './server-settings.ts'

export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

export interface ServerOptions {
  dataDirectory: DataDirectory
  binaries: string
  port: number
  password: string
  log: Log
  ephemeral: boolean
  /** Settings of WAL archiving. */
  archive?: Record<string, string>
}

/** Starts the server, and restarts it when it ends unexpectedly. */
export async function superviseServer(start: ServerOptions) {
  const { log } = start
  let stopping = false
  let running = await launch(start)
  const watch = (server: ChildProcess) =>
    server.once('exit', (code, signal) => {
      if (stopping) return
      log.error(`The database server stopped unexpectedly (${signal ?? code}); restarting it`)
      restarting = restart()
    })
  let restarting: Promise<void> | null = null
  async function restart() {
    try {
      running = await launch(start)
      watch(running)
    } catch (error) {
      log.error(`The database server failed to start: ${(error as Error).message}`)
      // Web processes answer 503 meanwhile; a full disk, for example, can be fixed without a restart.
      await sleep(2_000)
      if (!stopping) restarting = restart()
    }
  }
  watch(running)
  return {
    pid: () => running.pid!,
    async stop() {
      stopping = true
      await restarting
      await end(running, log)
    },
  }
}

/** SIGINT is Postgres' fast shutdown: it ends sessions and writes a checkpoint. */
async function end(server: ChildProcess, log: Log) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((done) => server.once('exit', done))
  server.kill('SIGINT')
  const late = setTimeout(() => {
    log.warn('The database server did not stop in time; it will recover at its next start')
    server.kill('SIGQUIT')
  }, 20_000)
  await ended
  clearTimeout(late)
}

async function launch(start: ServerOptions): Promise<ChildProcess> {
  const timeoutMs = Date.now() + 30_000
  for (;;) {
    const { server, lines, speak } = spawnServer(start)
    const exited = new Promise<'gone'>((done) => server.once('exit', () => done('gone')))
    const answer = await Promise.race([
      exited,
      answers(
        connectionUrl(start.dataDirectory, {
          port: start.port,
          password: start.password,
          database: 'postgres',
        }),
      ),
    ])
    if (answer === 'ready') {
      speak()
      return server
    }
    const said = lines.join('\n')
    server.kill('SIGQUIT')
    // After `kill -9` of the server its child processes need a moment to end.
    const isLeaving = /still in use|already exists|is another server|could not bind/.test(said)
    if (!isLeaving || Date.now() > timeoutMs) throw new Error(`The database server did not start:\n${said}`)
    await sleep(300)
  }
}

function spawnServer({ dataDirectory, binaries, port, ephemeral, archive, log }: ServerOptions) {
  const sockets = isSocketPathShortEnough(dataDirectory) ? dataDirectory.dir : ''
  const args = [
    '-D',
    clusterDir(dataDirectory),
    '-p',
    String(port),
    '-k',
    sockets,
    ...serverSettings(ephemeral, archive),
  ]
  const server = spawn(join(binaries, 'bin', 'postgres'), args, {
    ...processOptions(dataDirectory),
    // Ctrl-C in a terminal signals the whole process group; the database must end last.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  let speaks = false
  createInterface(server.stderr!).on('line', (line) => {
    if (lines.push(line) > 20) lines.shift()
    if (speaks && / (FATAL|PANIC): |archive command failed/.test(line)) log.warn(`postgres: ${line}`)
  })
  if (server.pid) endWithUs(server, dataDirectory)
  // During start-up the server refuses connections.
  return { server, lines, speak: () => void (speaks = true) }
}

/** If this process is killed, its pipe to this small shell closes, and the shell stops the server. */
function endWithUs(server: ChildProcess, dataDirectory: DataDirectory) {
  const script = 'read -r never; kill -INT "$0"'
  const guard = spawn('/bin/sh', ['-c', script, String(server.pid)], {
    ...processOptions(dataDirectory),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  server.once('exit', () => guard.kill('SIGKILL'))
}

async function answers(url: string): Promise<'ready' | 'silent'> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(30)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return 'ready'
    } catch (error) {
      // A wrong password does not become valid by waiting.
      if ((error as { code?: string }).code?.startsWith('28')) throw error
    } finally {
      await client.end().catch(() => {})
    }
  }
  return 'silent'
}
