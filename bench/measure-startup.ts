import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverArguments, serverEnvironment } from '../scripts/bootstrap.js'
import { median, type Measurement } from './figures.ts'

/** Seconds. */
const bar = 2
const starts = 3

/** From the start of the whole product with existing data to the first successful `/health/ready`. */
export async function measureStartup(): Promise<Measurement> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-ready-'))
  try {
    const first = await startOnce(dataDir)
    const later = []
    for (let n = 0; n < starts; n++) later.push(await startOnce(dataDir))
    const value = median(later)
    return {
      figures: [
        { name: 'ready_on_existing_data', value, unit: 's', bar, better: 'lower' },
        { name: 'ready_on_new_data', value: first, unit: 's', bar: null, better: 'lower' },
      ],
      lines: [
        ['ready', 'seconds', 'bar', 'on new data'],
        ['ready_on_existing_data', value.toFixed(2), bar.toFixed(2), first.toFixed(2)],
      ],
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startOnce(dataDir: string) {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, [...serverArguments, 'src/start.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...serverEnvironment(),
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`)
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null)
    if (ready?.status === 200) break
    await sleep(20)
  }
  const seconds = (performance.now() - started) / 1000
  child.kill('SIGTERM')
  await ended
  return seconds
}

async function freePort() {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}
