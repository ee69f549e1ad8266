import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freePort } from '../harness/product.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-start-'))
// Lets the database user pass: below a closed directory the cluster would be created elsewhere, and stay there.
chmodSync(folder, 0o711)
const started: Copy[] = []

afterEach(async () => {
  for (const copy of started.splice(0)) await stop(copy)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface InstanceOptions {
  dataDir: string
  port: number
}
type Copy = ChildProcess & InstanceOptions & { said: () => string }

const [node, npm] = [[process.execPath, 'scripts/start.js'] as const, ['npm', 'start'] as const]

function begin(
  instance: InstanceOptions,
  env: Record<string, string> = {},
  [command, argument] = node as readonly [string, string],
): Copy {
  const inherited = { PATH: process.env.PATH!, HOME: process.env.HOME ?? '/' }
  const own = { DATA_DIR: instance.dataDir, PORT: String(instance.port), DEMO: 'off', LOG_LEVEL: 'warn' }
  const child = spawn(command, [argument], {
    env: { ...inherited, ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const copy = Object.assign(child, { ...instance, said: () => said })
  started.push(copy)
  return copy
}

const statusOf = (port: number, path: string) =>
  fetch(`http://localhost:${port}${path}`).then(
    ({ status }) => status,
    () => null,
  )

async function ready({ port, said }: Copy, timeoutMs = 60_000) {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(20))
    if ((await statusOf(port, '/health/ready')) === 200) return
  throw new Error(`not ready in time:\n${said()}`)
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  child.kill('SIGTERM')
  await once(child, 'exit')
  return child.exitCode
}

function lives(pid: number) {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // It has ended, perhaps during the read.
    return false
  }
}
const childOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0])
const pidsOf = ({ pid, dataDir }: Copy) => ({
  bootstrap: pid!,
  product: childOf(pid!),
  database: Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]),
})

async function ended(pid: number, timeoutMs = 30_000) {
  for (const deadline = Date.now() + timeoutMs; lives(pid) && Date.now() < deadline; await sleep(20));
  expect(lives(pid)).toBe(false)
}

/** Kills processes and waits for the end of all processes of a copy. */
async function kill(copy: Copy, victims: (keyof ReturnType<typeof pidsOf>)[]) {
  const pids = pidsOf(copy)
  for (const victim of victims) process.kill(pids[victim], 'SIGKILL')
  for (const pid of Object.values(pids)) await ended(pid)
}

test('starts from nothing, recovers from a kill -9 of any process, and stops cleanly', async () => {
  const second = { dataDir: join(folder, 'second'), port: await freePort() }
  const port = await freePort()
  const first = { dataDir: join(folder, 'first'), port }

  let one = begin(first)
  let other = begin(second)
  await Promise.all([ready(one), ready(other)])
  await expect.poll(one.said).toContain(`Lyceum is ready: http://localhost:${port}`)
  expect(one.said()).toContain(`http://localhost:${port}/dev/mail`)

  const sameData = begin({ ...first, port: await freePort() })
  const samePort = begin({ ...first, dataDir: join(folder, 'third') })
  await Promise.all([once(sameData, 'exit'), once(samePort, 'exit')])
  expect([sameData.exitCode, samePort.exitCode]).toEqual([1, 1])
  expect(sameData.said()).toMatch(
    /^Another Lyceum process \(\d+\) uses the data in .* set another DATA_DIR\.$/m,
  )
  expect(samePort.said()).toContain(`Another program uses port ${port}. Set another PORT.`)

  // A database that ends alone is restarted, with a short pause.
  const { database } = pidsOf(other)
  process.kill(database, 'SIGKILL')
  await ended(database)
  await expect.poll(() => pidsOf(other).database, { timeout: 30_000 }).not.toBe(database)
  await ready(other)
  expect(other.exitCode).toBe(null)

  await Promise.all([kill(one, ['product']), kill(other, ['bootstrap', 'product', 'database'])])
  one = begin(first)
  other = begin(second)
  await Promise.all([ready(one), ready(other)])

  await kill(one, ['bootstrap'])
  // A supervisor signals npm only: the signal reaches the product, and npm ends after it.
  one = begin(first, { SHUTDOWN_DRAIN_SECONDS: '3' }, npm)
  await ready(one)

  const pids = pidsOf(one)
  const bootstrap = pids.product
  pids.product = childOf(bootstrap)
  const stopped = stop(one)
  await expect.poll(() => statusOf(port, '/health/ready')).toBe(503)
  expect(await statusOf(port, '/')).toBe(200)
  expect(await stopped).toBe(0)
  expect([bootstrap, ...Object.values(pids)].filter(lives)).toEqual([])
}, 180_000)

test('reports an invalid configuration in plain lines before anything starts', async () => {
  const instance = { dataDir: join(folder, 'wrong'), port: 0 }
  const product = begin(instance, { PORT: 'many', NODE_ENV: 'production', DATABASE_URL: 'nowhere' })
  await once(product, 'exit')
  expect(product.exitCode).toBe(1)
  expect(product.said()).toBe(
    [
      'The configuration is not usable:',
      '  PORT must be a whole number from 0 to 65535, not "many"',
      '  DATABASE_URL must be a postgres:// address that names a database',
      '  APP_SECRET is required in production: at least 32 random characters',
      '  PUBLIC_PROTOCOL must be https in production; ALLOW_PLAINTEXT_CONNECTIONS=public allows http, for trying it where nobody listens',
      '',
    ].join('\n'),
  )
})

test('reports an unusable directory, address or database in one line', async () => {
  const file = join(folder, 'no-folder')
  writeFileSync(file, '')
  const instance = { dataDir: join(folder, 'unused'), port: 0 }
  const nobody = `postgres://lyceum:hunter2@127.0.0.1:${await freePort()}/lyceum`
  const failing = [
    begin({ ...instance, dataDir: file }),
    begin(instance, { HOST: '203.0.113.5' }),
    begin(instance, { DATABASE_URL: nobody }),
  ]
  await Promise.all(failing.map((product) => once(product, 'exit')))
  expect(failing.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1])
  const [folderSaid, hostSaid, databaseSaid] = failing.map((product) => product.said())
  expect(folderSaid).toMatch(/^Cannot use DATA_DIR \S+no-folder: .+ or set another DATA_DIR\.\n$/)
  expect(hostSaid).toMatch(/^HOST 203\.0\.113\.5 is not an address of this machine: .+\n$/)
  expect(databaseSaid).toMatch(/^Cannot use the database of DATABASE_URL: connect ECONNREFUSED .+\n$/)
  expect(databaseSaid).not.toContain('hunter2')
})
