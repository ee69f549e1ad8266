import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from './product.ts'

let dataDir: string
let port: number
const started: (ChildProcess & { said: () => string })[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'lyceum-start-'))
  port = await freePort()
})
afterEach(async () => {
  for (const process of started.splice(0)) await stop(process)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function begin(script: string, env: Record<string, string> = {}) {
  const inherited = { PATH: process.env.PATH!, HOME: process.env.HOME ?? '/' }
  const child = spawn(process.execPath, [script], {
    env: { ...inherited, DATA_DIR: dataDir, PORT: String(port), DEMO: 'off', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const copy = Object.assign(child, { said: () => said })
  started.push(copy)
  return copy
}

async function readyAt(address: number, patience = 60_000) {
  const began = performance.now()
  while (performance.now() - began < patience) {
    const answer = await fetch(`http://localhost:${address}/health/ready`).catch(() => null)
    if (answer?.status === 200) return performance.now() - began
    await sleep(20)
  }
  throw new Error(`not ready in time:\n${started.at(-1)?.said()}`)
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  child.kill('SIGTERM')
  await once(child, 'exit')
  return child.exitCode
}

const lives = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
const childOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0])
const databasePid = () =>
  Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])

async function ended(pid: number, patience = 30_000) {
  for (const deadline = Date.now() + patience; lives(pid) && Date.now() < deadline; await sleep(20));
  expect(lives(pid)).toBe(false)
}

test('from nothing it starts, greets and stops whole on SIGTERM', async () => {
  const product = begin('scripts/start.js')
  await readyAt(port)
  await expect.poll(product.said).toContain(`Lyceum is ready: http://localhost:${port}`)
  expect(product.said()).toContain(`http://localhost:${port}/dev/mail`)
  const [inner, database] = [childOf(product.pid!), databasePid()]
  expect(await stop(product)).toBe(0)
  expect([lives(inner), lives(database)]).toEqual([false, false])
})

test('after a kill -9 of anything it starts again', async () => {
  let product = begin('scripts/start.js')
  await readyAt(port)
  for (const victim of ['the bootstrap', 'the product', 'the database', 'all three']) {
    const pids = {
      'the bootstrap': product.pid!,
      'the product': childOf(product.pid!),
      'the database': databasePid(),
    }
    for (const [name, pid] of Object.entries(pids))
      if (victim === name || victim === 'all three') process.kill(pid, 'SIGKILL')
    // A database that ends alone is started again, with no more than a pause.
    if (victim === 'the database') await readyAt(port)
    else for (const pid of Object.values(pids)) await ended(pid)
    await stop(product)

    product = begin('scripts/start.js')
    await readyAt(port)
    expect(product.exitCode, victim).toBe(null)
  }
})

test('two copies run side by side; on the same data or port the second says why it does not', async () => {
  begin('scripts/start.js')
  await readyAt(port)
  const otherPort = await freePort()

  const sameData = begin('scripts/start.js', { PORT: String(otherPort) })
  const samePort = begin('scripts/start.js', { DATA_DIR: join(dataDir, 'second') })
  await Promise.all([once(sameData, 'exit'), once(samePort, 'exit')])
  expect([sameData.exitCode, samePort.exitCode]).toEqual([1, 1])
  expect(sameData.said()).toMatch(
    /^Another copy of Lyceum \(process \d+\) is running on the data in .* set another DATA_DIR\.$/m,
  )
  expect(samePort.said()).toContain(`The port ${port} is taken by another program. Set another PORT.`)

  const second = begin('scripts/start.js', { DATA_DIR: join(dataDir, 'second'), PORT: String(otherPort) })
  await readyAt(otherPort)
  await stop(second)
})

test('a configuration that is wrong is told in plain lines before anything starts', async () => {
  const product = begin('scripts/start.js', { PORT: 'many', NODE_ENV: 'production', DATABASE_URL: 'nowhere' })
  await once(product, 'exit')
  expect(product.exitCode).toBe(1)
  expect(product.said()).toBe(
    [
      'The configuration is not usable:',
      '  PORT must be a whole number from 0 to 65535, not "many"',
      '  DATABASE_URL must be a postgres:// address',
      '  PUBLIC_PROTOCOL must be https in production; PLAIN_CONNECTIONS=public allows http, for trying it where nobody listens',
      '  APP_SECRET is required in production: at least 32 random characters',
      '',
    ].join('\n'),
  )
})

test('a request that is under way when it stops is answered', async () => {
  const product = begin('scripts/start.js', { DRAIN_SECONDS: '1' })
  await readyAt(port)
  const stopped = stop(product)
  await sleep(100)
  const [health, page] = await Promise.all(
    ['/health/ready', '/'].map((path) => fetch(`http://localhost:${port}${path}`)),
  )
  expect([health!.status, page!.status]).toEqual([503, 200])
  expect(await stopped).toBe(0)
})
