import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Thrown if another process uses the same data. */
export class DataDirInUseError extends Error {
  constructor(dataDir: string, pid: string) {
    super(`Another Lyceum process (${pid}) uses the data in ${dataDir}. Stop it, or set another DATA_DIR.`)
    this.name = 'DataInUse'
  }
}

/**
 * Locks `dataDir` for this process until the returned function is called or the process ends. The lock is a
 * listening socket, which closes with its process and so is never stale. Waits up to `timeoutMs` for a process
 * that is stopping, then throws DataDirInUseError.
 */
export async function lockDataDir(dataDir: string, timeoutMs = 3_000): Promise<() => Promise<void>> {
  mkdirSync(dataDir, { recursive: true })
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 32)
  const onLinux = process.platform === 'linux'
  const address = onLinux ? `\0lyceum-${name}` : join(tmpdir(), `lyceum-${name}.sock`)
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const server = await listen(address)
    if (server) return () => new Promise((done) => void server.close(() => done()))
    const holder = await askHolder(address)
    if (holder === null && !onLinux) rmSync(address, { force: true })
    if (Date.now() > deadline) throw new DataDirInUseError(dataDir, holder ?? 'unknown')
    await new Promise((resume) => setTimeout(resume, 100))
  }
}

function listen(address: string) {
  return new Promise<Server | null>((done, fail) => {
    const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)))
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(null) : fail(error),
    )
    server.listen(address, () => {
      server.unref()
      done(server)
    })
  })
}

/** Process id of the lock holder; null if nobody answers. */
function askHolder(address: string) {
  return new Promise<string | null>((done) => {
    let answer = ''
    const socket = connect(address)
    socket.setTimeout(1_000, () => socket.destroy())
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', () => done(null))
    socket.on('close', () => done(answer || null))
  })
}
