import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { serverArguments, serverEnvironment } from '../scripts/bootstrap.js'
import { median, type Measurement } from './figures.ts'
import { measureRequests } from './measure-requests.ts'
import { scenarios } from './scenarios.ts'
import { createBenchFixture, type BenchFixture } from './bench-fixture.ts'

/** Maximum megabytes of web and worker together, with shared memory counted once. */
const bar = 300
/** Maximum ratio of the end to the middle: a leak grows, a cache fills up. */
const growthBar = 1.1
/** Seconds per scenario. */
const turn = 5

/** Both process layouts: one process, as with `npm start`, or one each. */
const ways = { together: ['src/start.ts'], apart: ['src/web.ts', 'src/worker.ts'] }

const quiet = { info() {}, warn() {}, error: (text: string) => process.stderr.write(`${text}\n`) }

/** Memory of web and worker after `minutes` of load; each layout has its own database. */
export async function measureMemory(minutes: number): Promise<Measurement> {
  const measurement: Measurement = {
    figures: [],
    lines: [['memory (PSS)', 'MB at start', 'in the middle', 'at the end', 'bar', 'growth', 'bar']],
  }
  for (const [way, files] of Object.entries(ways)) {
    const { start, middle, end } = await measureWay(files, minutes)
    const growth = end / middle
    measurement.figures.push(
      { name: `memory_${way}`, value: end, unit: 'MB', bar, better: 'lower' },
      { name: `memory_${way}_growth`, value: growth, unit: 'times', bar: growthBar, better: 'lower' },
      { name: `memory_${way}_at_start`, value: start, unit: 'MB', bar: null, better: 'lower' },
    )
    const megabytes = [start, middle, end].map((value) => value.toFixed(0))
    measurement.lines.push([way, ...megabytes, String(bar), growth.toFixed(2), growthBar.toFixed(2)])
  }
  return measurement
}

async function measureWay(files: string[], minutes: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-memory-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet })
  const children: ChildProcess[] = []
  try {
    const env = productEnvironment(dataDir, postgres.url)
    // The first start loads the demo schools.
    const [loader] = await startAll([ways.together[0]!], env, children)
    await endAll(children)
    const [origin] = await startAll(files, env, children)
    if (!loader || !origin) throw new Error('the product named no port')
    const fixture = await createBenchFixture(postgres.url, 'codecraft')
    await sleep(2_000)
    const held = () => children.reduce((sum, { pid }) => sum + proportionalSet(pid!), 0)
    const start = held()
    const samples = await sampleUnderLoad({ fixture, origin, minutes, held })
    const fifth = Math.max(1, Math.floor(samples.length / 5))
    const half = Math.floor(samples.length / 2)
    return {
      start,
      middle: median(samples.slice(half - Math.floor(fifth / 2), half + fifth)),
      end: median(samples.slice(-fifth)),
    }
  } finally {
    await endAll(children)
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Runs all scenarios in turn for some minutes; returns the memory in use after each. */
async function sampleUnderLoad({ fixture, origin, minutes, held }: Load) {
  const samples: number[] = []
  for (const ends = Date.now() + minutes * 60_000; Date.now() < ends;)
    for (const { target } of scenarios) {
      const { url, ...rest } = target(fixture)
      await measureRequests({ ...rest, url: origin + url }, turn)
      samples.push(held())
    }
  return samples
}

interface Load {
  fixture: BenchFixture
  origin: string
  minutes: number
  /** Memory of all processes at this moment. */
  held: () => number
}

function productEnvironment(dataDir: string, databaseUrl: string) {
  return {
    ...serverEnvironment(),
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    APP_SECRET: randomBytes(32).toString('hex'),
    TRUSTED_PROXIES: 'loopback',
    LOG_LEVEL: 'info',
    DEMO: 'on',
  }
}

/** Starts the programs one after the other; returns the origins of those that listen. */
async function startAll(files: string[], env: NodeJS.ProcessEnv, children: ChildProcess[]) {
  const origins: string[] = []
  for (const file of files) {
    const child = spawn(process.execPath, [...serverArguments, file], {
      cwd: join(import.meta.dirname, '..'),
      env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    children.push(child)
    const port = await readyPort(child)
    if (port) origins.push(`http://127.0.0.1:${port}`)
  }
  return origins
}

/** Reads the log continuously, so that the process never blocks; resolves when it is ready. */
function readyPort(child: ChildProcess): Promise<string | null> {
  return new Promise((ready, fail) => {
    createInterface(child.stdout!).on('line', (line) => {
      const port = /"port":(\d+)/.exec(line)?.[1] ?? /http:\/\/localhost:(\d+)/.exec(line)?.[1]
      if (port) ready(port)
      else if (line.includes('worker is ready')) ready(null)
    })
    child.once('exit', (code) => fail(new Error(`the product ended with ${code}`)))
  })
}

async function endAll(children: ChildProcess[]) {
  const ending = children.splice(0)
  await Promise.all(
    ending.map(async (child) => {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }),
  )
}

/** Proportional set size in megabytes of the process and its children. */
function proportionalSet(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)![1]) / 1024
}
